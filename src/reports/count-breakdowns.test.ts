import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { startTestPortal } from '#portal/testing.ts'
import { countBreakdowns } from './count-breakdowns.ts'

const { db, owner } = await startTestPortal()
const orders = 4_000

/** Lines that the statements of this connection read without an index. */
const scannedLines = async (connection: Kysely<Tables>): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(connection)
  await sql`select pg_stat_clear_snapshot()`.execute(connection)
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read::int as read from pg_stat_user_tables where relname = 'order_line'`.execute(connection)
  return rows[0]?.read ?? 0
}

test('counting a day reads the lines of its orders only', async () => {
  await sql`
    with placed as (
      insert into sales_order (id, erp_reference, erp_created, ship_region, ship_country, total_price, line_count,
        bill_to_party_id, created_at)
      select gen_random_uuid(), 'T-' || n, true, 'MA', 'US', 5, 1, '',
        '2020-01-01T17:00:00Z'::timestamptz + n * interval '6 hours'
      from generate_series(1, ${orders}::int) n returning id
    )
    insert into order_line (order_id, line_no, name, slug, quantity, price)
    select id, 1, 'Something', 'unknown', 1, 5 from placed`.execute(db)
  await owner.query('analyze sales_order, order_line')
  await sql`delete from sales_recount`.execute(db)
  await sql`insert into sales_recount (day) values ('2021-06-01')`.execute(db)
  await db.connection().execute(async (connection) => {
    const before = await scannedLines(connection)
    assert.equal(await countBreakdowns(connection), true)
    assert.equal(await scannedLines(connection), before)
  })
  const { rows } = await sql<{ sales: number; pieces: number }>`
    select sales::float8 as sales, pieces::int as pieces from sales_breakdown
    where dimension = 'category' and period = '2021-06-01'`.execute(db)
  assert.deepEqual(rows, [{ sales: 20, pieces: 4 }])
})
