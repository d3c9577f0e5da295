import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { catalog } from '#catalog/contract.ts'

const portal = await startTestPortal()
const many = 9_000

await sql`
  insert into product (id, name, slug, price, is_published, created_at)
  select gen_random_uuid(), 'Product ' || n, 'product-' || n, n % 50, true, timestamptz '2026-01-01' + n / 7 * interval '1 second'
  from generate_series(1, ${many}::int) n`.execute(portal.db)
const { rows } = await sql<{ id: string }>`select id from product order by created_at desc, id`.execute(portal.db)
const newest = rows.map(({ id }) => id)

for (const viewCount of [12, 24, 36])
  test(`pages of ${viewCount} add up to the whole listing`, async () => {
    // Around 5,760 and 8,640, where a new batch is read, and at the end.
    for (const start of [0, 360, 5_760, 8_640, many])
      for (const page of [-1, 0, 1].map((near) => Math.ceil(start / viewCount) + near).filter((page) => page > 0)) {
        const { status, body } = await portal.call(catalog.search, { query: { page, viewCount } })
        assert.equal(status, 200)
        assert.deepEqual(
          body.products.map(({ _id }) => _id),
          newest.slice((body.page - 1) * viewCount, body.page * viewCount),
          `page ${page}`,
        )
        assert.deepEqual([body.page, body.countProducts], [Math.min(page, Math.ceil(many / viewCount)), many])
      }
  })
