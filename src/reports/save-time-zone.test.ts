import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { saveTimeZone } from './save-time-zone.ts'
import { addProduct, importOrder } from './testing-sales.ts'

// Its day begins fourteen hours before UTC's; in the last ten hours of each day both dates are the same.
const zone = 'Pacific/Kiritimati'
const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: zone } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })

const periods = async () => {
  const { rows } = await sql<{ scope: string; period: string }>`
    select scope, period from sales_figure where scope <> 'state' and period not in ('always')
    group by scope, period having sum(orders) > 0 order by scope, period`.execute(db)
  return rows.map(({ scope, period }) => `${scope} ${period}`)
}

const summed = (day: string) => {
  const [month, year] = [day.slice(0, 7), day.slice(0, 4)]
  return [`customer ${year}`, `customer ${month}`, `day ${day}`, `product ${year}`, `product ${month}`]
}

test('an evening order counts on the day in the time zone, in figures and lists', async () => {
  const product = await addProduct(db, '00006-3029-02')
  await importOrder(db, null, [{ product, quantity: 5, price: 1 }], { created_at: new Date('2024-12-31T12:00:00Z') })
  assert.deepEqual(await periods(), summed('2025-01-01'))
  const list = async (createdAt: string) =>
    (await call(orders.all, { params: { id: JSON.stringify({ createdAt }) }, query: {}, as: admin })).body.length
  assert.deepEqual([await list('2025'), await list('2025-01-01'), await list('2024-12-31')], [1, 1, 0])
})

test('another time zone rebuilds the figures once', async () => {
  await saveTimeZone(db, 'America/New_York')
  assert.deepEqual(await periods(), summed('2024-12-31'))
  await saveTimeZone(db, 'America/New_York')
  assert.deepEqual(await periods(), summed('2024-12-31'))
  await saveTimeZone(db, zone)
  assert.deepEqual(await periods(), summed('2025-01-01'))
})

test('an invoice is overdue from the day after its due date in every list, sum and age', async () => {
  const day = businessDay(zone)
  const due = { [dayAfter(day, -1)]: 'overdue', [day]: 'open', [dayAfter(day)]: 'open' }
  for (const [at, due_date] of Object.keys(due).entries())
    await db
      .insertInto('invoice')
      .values({
        id: `DAY-${at}`,
        party_id: '77',
        open_amount: 10,
        total_gross_amount: 10,
        due_date,
        currency_code: 'USD',
      })
      .execute()
  const { body: rows } = await call(invoices.all, { query: { sort: 'invoiceID' }, as: admin })
  assert.deepEqual(
    rows.map(({ settlement }) => settlement),
    Object.values(due),
  )
  const { body: totals } = await call(invoices.totals, { query: { account: '77' }, as: admin })
  assert.deepEqual([totals[0]?.overdue, totals[0]?.open], [10, 30])
})
