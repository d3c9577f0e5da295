import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { compareSales, storedPeriods } from './compare-sales.ts'
import { reports } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true })

const sold = (period: string, sales: number, orders: number, table = 'sales_rollup') =>
  sql`insert into ${sql.table(table)} (scope, key, period, sales, orders, pieces)
    values ('day', '', ${period}, ${sales}, ${orders}, 1)`.execute(db)

await sold('2025-02-10', 10, 1)
await sold('2025-02-28', 20, 2)
await sold('2025-12-24', 70, 7)
await sold('2026-01-31', 5.5, 1)
await sold('2026-01-31', 0.1, 1, 'sales_pending')
await sold('2026-02-15', 40, 4)
const today = '2026-02-15'

test('thirty days are shown by day beside the days before, and a year before if sales reach back', async () => {
  const { days, before, yearBefore, unit, total, points } = await compareSales(
    db,
    { from: '2026-01-17', to: today },
    today,
  )
  assert.deepEqual(days, { from: '2026-01-17', to: today })
  assert.deepEqual(before, { from: '2025-12-18', to: '2026-01-16' })
  assert.equal(yearBefore, null)
  assert.deepEqual(total, { now: { sales: 45.6, orders: 6 }, before: { sales: 70, orders: 7 }, yearBefore: null })
  assert.deepEqual([unit, points.length], ['day', 30])
  assert.deepEqual(points.at(-1), {
    from: today,
    to: today,
    now: { sales: 40, orders: 4 },
    before: { sales: 0, orders: 0 },
    yearBefore: null,
  })
  const later = await compareSales(db, { from: '2026-02-10', to: '2026-02-28' }, '2026-02-28')
  assert.deepEqual(later.yearBefore, { from: '2025-02-10', to: '2025-02-28' })
  assert.deepEqual(later.total.yearBefore, { sales: 30, orders: 3 })
  assert.deepEqual(later.points[0]?.yearBefore, { sales: 10, orders: 1 })
})

test('longer periods are shown by week and by month, complete and without overlap', async () => {
  for (const [from, unit, count, first, last] of [
    ['2025-11-18', 'week', 13, '2025-11-18 2025-11-23', '2026-02-09 2026-02-15'],
    ['2025-03-01', 'month', 12, '2025-03-01 2025-03-31', '2026-02-01 2026-02-15'],
    ['2025-08-09', 'month', 7, '2025-08-09 2025-08-31', '2026-02-01 2026-02-15'],
  ] as const) {
    const { points, total, ...found } = await compareSales(db, { from, to: today }, today)
    const spans = points.map((point) => `${point.from} ${point.to}`)
    assert.deepEqual([found.unit, spans.length, spans[0], spans.at(-1)], [unit, count, first, last])
    const cents = points.reduce((sum, { now }) => sum + Math.round(now.sales * 100), 0)
    assert.equal(cents, Math.round(total.now.sales * 100))
  }
})

test('a period without earlier sales is compared with nothing', async () => {
  const { before, yearBefore, total } = await compareSales(db, { from: '2025-02-10', to: today }, today)
  assert.deepEqual([before, yearBefore, total.before, total.yearBefore], [null, null, null, null])
})

const periods: [from: string, to: string, stored: string][] = [
  ['2026-01-31', '2026-02-01', '2026-01-31 2026-02-01'],
  ['2026-01-31', '2026-03-01', '2026-01-31 2026-02 2026-03-01'],
  ['2025-12-01', '2026-01-31', '2025-12 2026-01'],
]
for (const [from, to, stored] of periods)
  test(`${from} to ${to} is read as ${stored}`, () => assert.equal(storedPeriods({ from, to }).join(' '), stored))

test('impossible days are refused in one sentence, and others than admins', async () => {
  const tomorrow = portal.day(1)
  for (const [from, to, message] of [
    ['2026-02-02', '2026-02-01', 'Choose a last day on or after the first day.'],
    ['2000-12-31', '2001-01-01', 'Choose a first day in 2001 or later.'],
    ['2026-01-01', tomorrow, 'Choose a last day that is not in the future.'],
    ['2016-01-01', '2026-01-01', 'Choose at most 5 years.'],
    ['yesterday', '2026-01-01', 'Send a day as YYYY-MM-DD.'],
  ] as const)
    for (const [endpoint, query] of [
      [reports.sales, { from, to }],
      [reports.breakdown, { from, to, by: 'rep' as const }],
    ] as const) {
      const { status, body } = await portal.call(endpoint, { query: query as never, as: admin })
      assert.deepEqual([status, (body as unknown as { message: string }).message], [400, message])
    }
  const query = { from: '2026-01-01', to: '2026-01-31' }
  assert.equal((await portal.call(reports.sales, { query, as: admin })).status, 200)
  assert.equal((await portal.call(reports.sales, { query, as: await portal.addUser({}) })).status, 403)
})
