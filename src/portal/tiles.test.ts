import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { fillDemo } from '../../demo/fill-demo.ts'
import { accounts } from '#accounts/contract.ts'
import { openSession } from '#accounts/sign-in.ts'
import { type InvoiceFilter, invoices } from '#invoices/contract.ts'
import { figureFilters } from '#invoices/figure-shapes.ts'
import { orders } from '#orders/contract.ts'
import type { OrderFilter } from '#orders/order-shapes.ts'
import { reports } from '#reports/contract.ts'
import { readCount } from '#shared/filters.ts'
import { startTestPortal } from './testing.ts'

/** Every figure of a dashboard is that of the list it leads to, on the year of trade that the demo has. */
const portal = await startTestPortal()
const { db } = portal
await fillDemo(db, null)
// What the ERP's list of open items would say: of one in ten nothing, the rest open, half open or paid; some are credit notes.
await sql`
  update invoice set is_credit = true, total_gross_amount = -total_gross_amount, open_amount = -total_gross_amount
  where abs(hashtext(id)) % 40 = 7`.execute(db)
await sql`
  update invoice set open_amount_at = now(), open_amount = case
    when abs(hashtext(id)) % 10 = 0 then null
    when abs(hashtext(id)) % 4 = 1 then total_gross_amount
    when abs(hashtext(id)) % 4 = 2 then round(total_gross_amount / 2, 2)
    else 0 end
  where not is_credit`.execute(db)
await sql`update invoice set cancelled_by = 'C' || id where abs(hashtext(id)) % 60 = 11`.execute(db)

const signIn = async (email: string) => {
  const { id } = await db.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { _id: id, token: await openSession(db, { userId: id, ip: '127.0.0.1', userAgent: 'test' }) }
}
type Person = Awaited<ReturnType<typeof signIn>>
const [admin, buyer, rep] = await Promise.all(['admin', 'buyer', 'rep'].map((name) => signIn(`${name}@demo.example`)))
assert.ok(admin && buyer && rep)

const pageSize = 200

const countOf = ({ headers }: { headers: Record<string, unknown> }): number =>
  readCount(String(headers['x-total-count']))?.number ?? -1

const sumOf = (amounts: readonly (number | null)[]): number =>
  Math.round(amounts.reduce((sum: number, amount) => sum + (amount ?? 0) * 100, 0)) / 100

/** All rows of a list, page by page; as many as it says that there are. */
const everyPage = async <R>(
  ask: (page: number) => Promise<{ status: number; body: R[]; raw: { headers: Record<string, unknown> } }>,
) => {
  const rows: R[] = []
  for (let page = 1; ; page++) {
    const { status, body, raw } = await ask(page)
    assert.equal(status, 200)
    rows.push(...body)
    if (body.length < pageSize) {
      assert.equal(rows.length, countOf(raw))
      return rows
    }
  }
}

/** Canceled ones count for nothing, and no figure leads to them. */
const ordersOf = (as: Person, filter: OrderFilter) =>
  everyPage((page) =>
    portal.call(as === admin ? orders.all : orders.mine, {
      params: { id: as === admin ? 'all' : as._id },
      query: { query: JSON.stringify({ stage: 'notCanceled', ...filter }), page, pageSize },
      as,
    }),
  )

const invoicesOf = (as: Person, filter: InvoiceFilter) =>
  everyPage((page) =>
    portal.call(invoices.list, { params: { filter: JSON.stringify(filter) }, query: { page, pageSize }, as }),
  )

const openOf = async (as: Person, filter: InvoiceFilter) => {
  const rows = await invoicesOf(as, filter)
  return { invoices: rows.length, amount: sumOf(rows.map(({ openAmount }) => openAmount)) }
}

/** What of these invoices was paid; a row of the list says the net amount alone. */
const paidOf = async (as: Person, filter: InvoiceFilter) => {
  const ids = (await invoicesOf(as, filter)).map(({ invoiceID }) => invoiceID)
  const rows = await db
    .selectFrom('invoice')
    .select(['total_gross_amount', 'open_amount'])
    .where('id', 'in', [...ids, ''])
    .execute()
  return sumOf(rows.map(({ total_gross_amount, open_amount }) => total_gross_amount - Math.max(open_amount ?? 0, 0)))
}

describe('the figures of a buyer', () => {
  it('count the orders and invoices of the lists, and what was spent in their months', async () => {
    const { body: summary } = await portal.call(reports.mySummary, { params: { id: buyer._id }, as: buyer })
    assert.equal(summary.orders, (await ordersOf(buyer, {})).length)
    assert.equal(summary.openOrders.count, (await ordersOf(buyer, { stage: 'open' })).length)
    assert.equal(summary.inv, (await invoicesOf(buyer, {})).length)
    const months = summary.spend.map(({ month }) => month)
    const spent = await ordersOf(buyer, { createdAt: `${months[0]} to ${months.at(-1)}` })
    assert.equal(sumOf(summary.spend.map(({ amount }) => amount)), sumOf(spent.map(({ totalPrice }) => totalPrice)))
    assert.ok(spent.length > 0)
    for (const { month, amount } of summary.spend)
      assert.equal(sumOf((await ordersOf(buyer, { createdAt: month })).map(({ totalPrice }) => totalPrice)), amount)
  })
})

describe('the figures of a sales representative', () => {
  it('count the orders of the lists', async () => {
    const { body: summary } = await portal.call(reports.mySummary, { params: { id: rep._id }, as: rep })
    assert.equal(summary.orders, (await ordersOf(rep, {})).length)
    assert.equal(summary.openOrders.count, (await ordersOf(rep, { stage: 'open' })).length)
    assert.equal(summary.inv, (await invoicesOf(rep, {})).length)
  })
})

describe('the totals of invoices', () => {
  for (const as of [buyer, admin])
    it(`of ${as === admin ? 'everybody' : 'a buyer'} are the sums of the lists that they lead to`, async () => {
      const { body: totals } = await portal.call(invoices.totals, { query: {}, as })
      assert.ok(totals.length > 0)
      for (const { currency, open, overdue, paid, since, credits, unknown, ages } of totals) {
        const { open: unsettled, overdue: late, credits: notes } = figureFilters
        assert.equal((await openOf(as, { ...unsettled, currency })).amount, open)
        assert.equal((await openOf(as, { ...late, currency })).amount, overdue)
        assert.deepEqual(await openOf(as, { ...notes, currency }), credits)
        assert.equal(await paidOf(as, { ...figureFilters.paid(since), currency }), paid)
        assert.equal((await invoicesOf(as, { ...figureFilters.unknown(since), currency })).length, unknown.invoices)
        for (const { filter, invoices: count, amount } of ages)
          assert.deepEqual(await openOf(as, filter), { invoices: count, amount }, JSON.stringify(filter))
        assert.ok(open > 0 && paid > 0)
      }
    })
})

describe('the figures of the back office', () => {
  it('count users, orders and sales as the lists have them, in all and this month', async () => {
    const { body: summary } = await portal.call(reports.summary, { as: admin })
    const all = await ordersOf(admin, {})
    const { from, to } = summary.trends.days
    const month = await ordersOf(admin, { createdAt: `${from} to ${to}` })
    assert.equal(summary.orders[0]?.numOrders, all.length)
    assert.equal(summary.orders[0]?.totalSales, sumOf(all.map(({ totalPrice }) => totalPrice)))
    assert.equal(summary.trends.orders.now, month.length)
    assert.equal(summary.trends.sales.now, sumOf(month.map(({ totalPrice }) => totalPrice)))
  })

  it('count the orders of each state of the map, of each month and of each range of days', async () => {
    const { body: states } = await portal.call(reports.map, { as: admin })
    assert.ok(states.length > 5)
    for (const { state, orders: count } of states)
      assert.equal((await ordersOf(admin, { shipState: state })).length, count, state)
    const { body: sales } = await portal.call(reports.sales, { as: admin })
    const periods = [
      ...sales.months.map((one) => ({ ...one, createdAt: one.month })),
      ...sales.ranges.map((one) => ({ ...one, createdAt: `${one.from} to ${one.to}` })),
    ]
    for (const { createdAt, sales: sold, orders: count } of periods) {
      const rows = await ordersOf(admin, { createdAt })
      assert.deepEqual([rows.length, sumOf(rows.map(({ totalPrice }) => totalPrice))], [count, sold], createdAt)
    }
  })

  it('add up what is pending, received and not known as the list of invoices does', async () => {
    const { body } = await portal.call(reports.invoices, { as: admin })
    for (const { currency, pending, received, since, ages } of body.currencies) {
      assert.equal((await openOf(admin, { ...figureFilters.owed, currency })).amount, pending)
      assert.equal(await paidOf(admin, { ...figureFilters.paid(since), currency }), received)
      for (const { filter, invoices: count, amount } of ages)
        assert.deepEqual(await openOf(admin, filter), { invoices: count, amount }, JSON.stringify(filter))
    }
    assert.ok(body.currencies.length > 0)
  })

  it('count what needs attention as the lists have it', async () => {
    const { body } = await portal.call(reports.attention, { as: admin })
    assert.equal((await ordersOf(admin, { stage: 'failed' })).length, body.failed.count)
    assert.equal((await ordersOf(admin, { stage: 'held' })).length, body.held.count)
    const waiting = await portal.call(accounts.customers, {
      query: { query: JSON.stringify({ status: 'waiting' }) },
      as: admin,
    })
    assert.equal(countOf(waiting.raw), body.waitingCustomers)
  })
})
