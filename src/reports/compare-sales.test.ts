import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { compareSales } from './compare-sales.ts'
import { reports } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true })

const sold = (period: string, sales: number, orders: number, table = 'sales_rollup') =>
  sql`insert into ${sql.table(table)} (scope, key, period, sales, orders, pieces)
    values ('day', '', ${period}, ${sales}, ${orders}, 1)`.execute(db)

test('compares months and ranges with the same days of last year', async () => {
  await sold('2024-02-29', 999, 9)
  await sold('2025-02-10', 10, 1)
  await sold('2025-02-28', 20, 2)
  await sold('2025-12-24', 70, 7)
  await sold('2026-01-31', 5.5, 1)
  await sold('2026-01-31', 0.1, 1, 'sales_pending')
  await sold('2026-02-15', 40, 4)
  const { months, ranges } = await compareSales(db, '2026-02-15')
  assert.equal(months.length, 12)
  assert.deepEqual(months.at(-1), { month: '2026-02', sales: 40, orders: 4, salesBefore: 10, ordersBefore: 1 })
  assert.deepEqual(months.at(-2), { month: '2026-01', sales: 5.6, orders: 2, salesBefore: 0, ordersBefore: 0 })
  assert.deepEqual(months[0], { month: '2025-03', sales: 0, orders: 0, salesBefore: 0, ordersBefore: 0 })
  assert.deepEqual(
    ranges.map(({ days, from, sales, salesBefore, ordersBefore }) => [days, from, sales, salesBefore, ordersBefore]),
    [
      [30, '2026-01-17', 45.6, 10, 1],
      [90, '2025-11-18', 115.6, 10, 1],
      [365, '2025-02-16', 135.6, 1009, 10],
    ],
  )
})

test('the comparison is for admins', async () => {
  assert.equal((await portal.call(reports.sales, { as: admin })).status, 200)
  assert.equal((await portal.call(reports.sales, { as: await portal.addUser({}) })).status, 403)
})
