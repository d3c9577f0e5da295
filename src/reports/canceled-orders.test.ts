import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import { linesToEvaluate } from '#purchasing/evaluate-order.ts'
import { budgets } from '#purchasing/budgets/contract.ts'
import { orderGuides } from '#reordering/guides/contract.ts'
import { allocations } from '#ordering-rules/limits/contract.ts'
import { orders } from '#orders/contract.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { dayAfter } from '#shared/business-day.ts'
import { startTestPortal } from '#portal/testing.ts'
import { countPurchases } from '#reordering/habits/count-purchases.ts'
import { relateProducts } from '#reordering/habits/relate-products.ts'
import { compactSales } from './compact-sales.ts'
import { reports } from './contract.ts'
import { countBreakdowns } from './count-breakdowns.ts'
import { dimensions } from './sales-shapes.ts'
import { addProduct, cancelOrder, deleteSale, importOrder } from './testing-sales.ts'

const portal = await startTestPortal()
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const buyer = await portal.addUser({ buying_role: 'manager', license_type: 'Retail Pharmacy', account_number: '4711' })
const [sold, never] = [await addProduct(db, '11111-1111-11'), await addProduct(db, '22222-2222-22')]
const year = Number(portal.day().slice(0, 4))

const order = (facts: Partial<NewRow<'sales_order'>> = {}, product = sold, quantity = 2) =>
  importOrder(db, buyer, [{ product, quantity, price: 10 }], {
    placed_by: rep._id,
    erp_created: false,
    erp_status: '1',
    ...facts,
  })

const listed = async (filter: object) => {
  const query = { query: JSON.stringify(filter), pageSize: 200 }
  const asked = await Promise.all([
    call(orders.all, { params: { id: 'all' }, query, as: admin }),
    call(orders.mine, { params: { id: buyer._id }, query, as: buyer }),
    call(orders.mine, { params: { id: rep._id }, query, as: rep }),
  ])
  return asked.map(({ body }) => body.map(({ _id, totalPrice }) => [_id, totalPrice]))
}

const lastYear = { from: dayAfter(portal.day(), -364), to: portal.day() }

const breakdowns = async () => {
  await compactSales(db)
  await countBreakdowns(db)
  return Promise.all(
    dimensions.map(async (by) => (await call(reports.breakdown, { query: { ...lastYear, by }, as: admin })).body),
  )
}

/** Every report and list of ordered products, for every kind of viewer; add new ones here. */
const everything = async () => {
  await countPurchases(db, portal.day())
  await relateProducts(db)
  const priced = { businessId: buyer.businessId, day: portal.day() }
  const ids = [sold._id, never._id]
  return {
    summary: (await call(reports.summary, { as: admin })).body,
    map: (await call(reports.map, { as: admin })).body,
    mine: (await call(reports.mySummary, { params: { id: buyer._id }, as: buyer })).body,
    ofRep: (await call(reports.mySummary, { params: { id: rep._id }, as: rep })).body,
    customersOfRep: (await call(reports.myCustomers, { query: {}, as: rep })).body,
    sales: (await call(reports.sales, { query: lastYear, as: admin })).body,
    breakdowns: await breakdowns(),
    attention: (await call(reports.attention, { as: admin })).body,
    productSales: (await call(reports.productSales, { params: { id: sold.ndc ?? '' }, as: admin })).body,
    neverSold: (await call(reports.productSales, { params: { id: never.ndc ?? '' }, as: admin })).body,
    topProducts: (await call(reports.topProducts, { params: { id: year }, as: admin })).body,
    topCustomers: (await call(reports.topCustomers, { params: { id: year }, as: admin })).body,
    lastYear: (await call(reports.topCustomers, { params: { id: year - 1 }, as: admin })).body,
    customers: (await call(users.customers, { query: {}, as: admin })).body,
    budgets: (await call(budgets.list, { as: buyer })).body,
    budgetLeft: (await call(budgets.left, { query: {}, as: buyer })).body,
    allocations: (await call(allocations.list, { query: {}, as: admin })).body,
    allocation: (await call(allocations.ofProduct, { params: { id: never._id }, query: {}, as: admin })).body,
    purchases: (await call(orderGuides.purchases, { query: { days: 365 }, as: buyer })).body,
    isNew: await linesToEvaluate(db, priced, {
      wanted: ids.map((_id) => ({ _id, quantity: 1 })),
      seeksNew: true,
      state: '',
    }),
    orderedBefore: await db.selectFrom('business_product').selectAll().orderBy('product_id').execute(),
    timesBought: await db.selectFrom('product').select(['id', 'times_bought']).orderBy('id').execute(),
    assortment: (await sql`select * from license_assortment order by product_id`.execute(db)).rows,
    counted: await listed({ stage: 'notCanceled' }),
    open: await listed({ stage: 'open' }),
    held: await listed({ stage: 'held' }),
    failed: await listed({ stage: 'failed' }),
    byStatus: await listed({ orderStatusSap: '1' }),
  }
}

test('canceled orders and lines are excluded from every figure and list', async () => {
  const kept = await order()
  await order({ created_at: portal.daysAgo(40) })
  await order({ created_at: portal.daysAgo(370) })
  await call(budgets.add, {
    body: { userId: null, costCenterId: null, period: 'quarter', amount: 1_000, mode: 'warn' },
    as: buyer,
  })
  for (const { _id } of [sold, never])
    await call(allocations.set, {
      params: { id: _id },
      body: { mode: 'warn', sharePercent: null, fixed: 100, floor: 0 },
      as: admin,
    })
  const before = await everything()
  assert.equal(before.mine.orders, 3)
  assert.equal(before.summary.orders[0]?.totalSales, 60)
  assert.equal(before.counted[0]?.length, 3)

  for (const product of [sold, never])
    for (const ago of [0, 3, 40, 366, 370]) {
      const created_at = portal.daysAgo(ago)
      await deleteSale(db, await order({ created_at, erp_state: 'waiting', erp_status: null }, product, 7))
      await deleteSale(db, await order({ created_at, erp_state: 'held', erp_status: null }, product, 7))
      await deleteSale(db, await order({ created_at, erp_state: 'rejected', erp_status: null }, product, 7))
      await cancelOrder(db, await order({ created_at, erp_state: 'linked' }, product, 7), { isCancelled: true })
    }
  const line = { order_id: kept, product_id: never._id, name: 'X', slug: 'x', quantity: 9, price: 3 }
  await db
    .insertInto('order_line')
    .values({ ...line, line_no: 2, cancelled_quantity: 9 })
    .execute()
  await cancelOrder(db, kept, {})
  const after = await everything()
  for (const name of Object.keys(before) as (keyof typeof before)[]) assert.deepEqual(after[name], before[name], name)

  // Canceled orders are still listed.
  const [all, own] = await listed({})
  assert.deepEqual([all?.length, own?.length], [43, 43])
  assert.equal((await listed({ orderStatusSap: 'canceled' }))[1]?.length, 40)
})
