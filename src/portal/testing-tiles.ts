import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import type { customerList } from '#customers/customer-shapes.ts'
import { type InvoiceFilter, invoices } from '#billing/invoices/contract.ts'
import { figureFilters } from '#billing/invoices/figure-shapes.ts'
import { orders } from '#orders/contract.ts'
import type { OrderFilter } from '#orders/order-shapes.ts'
import { productEditing } from '#product-admin/contract.ts'
import { compactSales } from '#reports/compact-sales.ts'
import { reports } from '#reports/contract.ts'
import { countBreakdowns } from '#reports/count-breakdowns.ts'
import { daysOfRange, salesRanges } from '#reports/sales-shapes.ts'
import { monthPlus } from '#shared/business-day.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { type Filter, readCount } from '#shared/filters.ts'
import type { TestPortal, TestUser } from './testing.ts'

type Person = Pick<TestUser, '_id' | 'token' | 'email'>
type CustomerFilter = Filter<(typeof customerList.filters)[number]>
export interface TilePeople {
  admin: Person
  buyer: Person
  rep: Person
}

const pageSize = 200

const countOf = ({ headers }: { headers: Record<string, unknown> }): number =>
  readCount(String(headers['x-total-count']))?.number ?? -1

const sumOf = (amounts: readonly (number | null)[]): number =>
  Math.round(amounts.reduce((sum: number, amount) => sum + (amount ?? 0) * 100, 0)) / 100

/** Reads all pages of a list and checks the count. */
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

/** The lists of a portal, read as users see them. */
const listsOf = (portal: TestPortal, { admin }: TilePeople) => {
  const { db } = portal

  /** Without canceled orders, which no figure counts. */
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

  /** Payments of these invoices; the list only has net amounts. */
  const paidOf = async (as: Person, filter: InvoiceFilter) => {
    const ids = (await invoicesOf(as, filter)).map(({ invoiceID }) => invoiceID)
    const rows = await db
      .selectFrom('invoice')
      .select(['total_gross_amount', 'open_amount'])
      .where('id', 'in', [...ids, ''])
      .execute()
    return sumOf(rows.map(({ total_gross_amount, open_amount }) => total_gross_amount - Math.max(open_amount ?? 0, 0)))
  }
  /** Units of these orders, without canceled ones. */
  const piecesOf = async (as: Person, filter: OrderFilter) => {
    const ids = (await ordersOf(as, filter)).map(({ _id }) => _id)
    const { rows } = await sql<{ pieces: number }>`
      select coalesce(sum(quantity - cancelled_quantity), 0)::float8 as pieces from order_line
      where order_id = any(${ids}::uuid[])`.execute(db)
    return rows[0]?.pieces
  }

  const customersOf = (filter: CustomerFilter) =>
    everyPage((page) =>
      portal.call(users.customers, { query: { query: JSON.stringify(filter), page, pageSize }, as: admin }),
    )

  /** Customers with their business IDs, which the list does not include. */
  const businessesOf = async () => {
    const rows = await customersOf({})
    const known = await db.selectFrom('user_account').select(['id', 'business_id']).execute()
    const byId = new Map(known.map(({ id, business_id }) => [id, business_id ?? '']))
    return rows.map((row) => ({ ...row, businessId: byId.get(row._id) ?? '' }))
  }

  return { ordersOf, invoicesOf, openOf, paidOf, piecesOf, customersOf, businessesOf }
}

/** Compares every dashboard figure with the list that it links to. */
export const compareFigures = (portal: TestPortal, people: TilePeople): void => {
  const { admin, buyer, rep } = people
  const { ordersOf, invoicesOf, openOf, paidOf, piecesOf, customersOf, businessesOf } = listsOf(portal, people)

  describe('the figures of a buyer', () => {
    it('count orders, invoices and monthly spend as in the lists', async () => {
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

    it('count each customer’s open orders as in the list while ordering for them', async () => {
      const { body } = await portal.call(reports.myCustomers, { query: {}, as: rep })
      for (const { _id, companyName, openOrders } of body.customers) {
        const open = await portal.call(orders.mine, {
          params: { id: rep._id },
          query: { query: JSON.stringify({ stage: 'open' }), pageSize },
          headers: { [orderingForHeader]: _id },
          as: rep,
        })
        assert.equal(countOf(open.raw), openOrders, companyName)
      }
      assert.ok(body.customers.length > 0)
    })
  })

  describe('the totals of invoices', () => {
    for (const as of [buyer, admin])
      it(`of ${as === admin ? 'all customers' : 'a buyer'} are the sums of the lists they link to`, async () => {
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
        }
        assert.ok(totals.some(({ open, paid }) => open > 0 && paid > 0))
      })
  })

  describe('the figures of the back office', () => {
    it('count users, orders and sales as in the lists, in total and this month', async () => {
      const { body: summary } = await portal.call(reports.summary, { as: admin })
      const all = await ordersOf(admin, {})
      const { from, to } = summary.trends.days
      const month = await ordersOf(admin, { createdAt: `${from} to ${to}` })
      assert.equal(summary.orders[0]?.numOrders, all.length)
      assert.equal(summary.orders[0]?.totalSales, sumOf(all.map(({ totalPrice }) => totalPrice)))
      assert.equal(summary.trends.orders.now, month.length)
      assert.equal(summary.trends.sales.now, sumOf(month.map(({ totalPrice }) => totalPrice)))
      assert.equal(summary.orders[0]?.totalProducts, await piecesOf(admin, {}))
      assert.equal(summary.trends.products.now, await piecesOf(admin, { createdAt: `${from} to ${to}` }))
    })

    it('count orders by state of the map, by month and by date range', async () => {
      const { body: states } = await portal.call(reports.map, { as: admin })
      assert.ok(states.length > 5)
      for (const { state, orders: count } of states)
        assert.equal((await ordersOf(admin, { shipState: state })).length, count, state)
      for (const range of salesRanges) {
        const query = daysOfRange(range, portal.day())
        const { body: sales } = await portal.call(reports.sales, { query, as: admin })
        for (const { from, to, now } of [...sales.points, { ...sales.days, ...sales.total }]) {
          const rows = await ordersOf(admin, { createdAt: `${from} to ${to}` })
          assert.deepEqual({ orders: rows.length, sales: sumOf(rows.map(({ totalPrice }) => totalPrice)) }, now, from)
        }
      }
    })

    it('count the orders of each sales rep, and add up to all sales', async () => {
      await compactSales(portal.db)
      while (!(await countBreakdowns(portal.db)));
      const days = daysOfRange(365, portal.day())
      const { body } = await portal.call(reports.breakdown, { query: { ...days, by: 'rep' }, as: admin })
      const createdAt = `${days.from} to ${days.to}`
      const reps = body.rows.filter(({ email }) => email !== '')
      assert.ok(reps.length > 0)
      for (const { email, orders: count, sales } of reps) {
        const rows = await ordersOf(admin, { person: email, createdAt })
        assert.deepEqual([rows.length, sumOf(rows.map(({ totalPrice }) => totalPrice))], [count, sales], email)
      }
      const all = await ordersOf(admin, { createdAt })
      assert.deepEqual(
        [body.total.orders, body.total.sales],
        [all.length, sumOf(all.map(({ totalPrice }) => totalPrice))],
      )
    })

    it('sum up pending, received and unknown payments as in the list of invoices', async () => {
      const { body } = await portal.call(reports.invoices, { as: admin })
      for (const { currency, pending, received, since, ages } of body.currencies) {
        assert.equal((await openOf(admin, { ...figureFilters.owed, currency })).amount, pending)
        assert.equal(await paidOf(admin, { ...figureFilters.paid(since), currency }), received)
        for (const { filter, invoices: count, amount } of ages)
          assert.deepEqual(await openOf(admin, filter), { invoices: count, amount }, JSON.stringify(filter))
      }
      assert.ok(body.currencies.length > 0)
    })

    it('count what needs attention as in the lists', async () => {
      const { body } = await portal.call(reports.attention, { as: admin })
      assert.equal((await ordersOf(admin, { stage: 'failed' })).length, body.failed.count)
      assert.equal((await ordersOf(admin, { stage: 'held' })).length, body.held.count)
      assert.equal((await customersOf({ status: 'waiting' })).length, body.waitingCustomers)
      const { body: badge } = await portal.call(users.notifications, { params: { email: admin.email }, as: admin })
      assert.equal(badge.inActiveCustomers, body.waitingCustomers)
      const { count, unknown } = body.licenses
      const active = { status: 'active' }
      assert.equal((await customersOf({ ...active, license: 'ending' })).length, count)
      assert.equal((await customersOf({ ...active, license: 'none' })).length, unknown)
      assert.equal((await customersOf({ ...active, license: 'due' })).length, count + unknown)
      const missed = await portal.call(productEditing.list, {
        query: { query: JSON.stringify({ stock: 'missed' }), pageSize },
        as: admin,
      })
      assert.equal(countOf(missed.raw), body.soldOut.count)
      const { body: asked } = await portal.call(invoices.openQuestions, { as: admin })
      assert.equal(asked.length, body.questions.count)
    })

    it('rank the customers of a year by the orders in the lists', async () => {
      const running = Number(portal.day().slice(0, 4))
      let ranked = 0
      // A year that has just begun has no orders yet.
      for (const year of [running - 1, running]) {
        const { body } = await portal.call(reports.topCustomers, { params: { id: year }, as: admin })
        for (const { business, companyName, orders: count, sales } of body.filter((one) => one.business !== '')) {
          const rows = await ordersOf(admin, { business, createdAt: String(year) })
          assert.deepEqual([rows.length, sumOf(rows.map(({ totalPrice }) => totalPrice))], [count, sales], companyName)
        }
        ranked += body.length
      }
      assert.ok(ranked > 2)
    })

    it('sum up each customer as in the lists', async () => {
      const last = portal.day().slice(0, 7)
      const months = `${monthPlus(last, -11).slice(0, 7)} to ${last}`
      for (const { companyName, businessId, salesOfYear } of await businessesOf()) {
        const rows = await ordersOf(admin, { business: businessId, createdAt: months })
        assert.equal(sumOf(rows.map(({ totalPrice }) => totalPrice)), salesOfYear, companyName)
      }
    })
  })
}
