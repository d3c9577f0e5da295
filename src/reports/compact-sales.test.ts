import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { compactSales } from './compact-sales.ts'

const { db, owner } = await startTestPortal()

const rows = 25_000
const burst = () =>
  sql`
    insert into sales_pending (scope, key, period, orders, sales, pieces)
    select 'product', (n % 1000)::text, '2026-01', 1, 0.01, 2 from generate_series(1, ${rows}::int) n`.execute(db)

test('compacts a burst of orders although the planner estimates the table as empty', async () => {
  await burst()
  await sql`delete from sales_pending`.execute(db)
  await owner.query('vacuum sales_pending')
  await burst()
  assert.equal(await compactSales(db), rows)
  const { rows: sums } = await sql`
    select count(*)::int as products, sum(orders)::int as orders, sum(sales) as sales, sum(pieces)::int as pieces
    from sales_rollup where scope = 'product'`.execute(db)
  assert.deepEqual(sums, [{ products: 1_000, orders: rows, sales: rows / 100, pieces: 2 * rows }])
  assert.equal(await compactSales(db), 0)
})
