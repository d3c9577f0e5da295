import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgets } from '#purchasing/budgets/contract.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { transaction } from '#platform/db/connect.ts'
import type { TestUser } from '#portal/testing.ts'
import { reports } from '#reports/contract.ts'
import { erpAccount, erpProducts } from '../testing-simulator.ts'
import { runSync } from './run-sync.ts'
import { storeOrders } from './store-orders.ts'
import { startSyncing } from './testing-sync.ts'

const { portal, simulator, erp, given } = await startSyncing()
const { call, addUser, db, worker } = portal
const { addProduct, codeFor, orderOf, stockOf } = placing(portal)
const buyer = await addUser({ account_number: erpAccount, buying_role: 'manager' })
const admin = await addUser({ is_admin: true, account_number: '' })
const rep = await addUser({ is_sales_rep: true, account_number: '' })
const [tramadol, trulicity] = await Promise.all(
  erpProducts.map(({ id, price }) => addProduct({ ndc_number: id, price: Number(price), count_in_stock: 20 })),
)

/** An order in the ERP with two lines, 5 and 2 pieces. */
const place = async (as: TestUser = buyer) => {
  const lines = [
    { _id: tramadol ?? '', quantity: 5 },
    { _id: trulicity ?? '', quantity: 2 },
  ]
  const otp = await codeFor(as, buyer._id)
  const { status, body } =
    as === buyer
      ? await call(orders.place, { body: orderOf(lines, otp, { purchaseOrder: 'PO-1' }), as })
      : await call(orders.placeFor, {
          params: { userId: buyer._id },
          body: { ...orderOf(lines, otp), forUser: buyer._id },
          as,
        })
  assert.equal(status, 201)
  await worker.drain()
  const { body: order } = await call(orders.byId, { params: { id: body.order._id }, as: buyer })
  assert.ok(order.orderIdSap)
  return { id: order._id, number: order.orderIdSap }
}

const read = async () => assert.equal((await runSync(given, 'orders')).state, 'done')
const orderIn = async (id: string) => (await call(orders.byId, { params: { id }, as: buyer })).body
const stock = async () => [await stockOf(tramadol ?? ''), await stockOf(trulicity ?? '')]
const mailsTo = async (person: TestUser, about: string) =>
  (await db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', person.email).execute()).filter(
    ({ subject }) => subject.includes(about),
  )
const stepsOf = async (id: string) =>
  (await call(orders.timeline, { params: { id }, as: buyer })).body.map(({ what }) => what)

/** Every total of orders that users see. */
const figures = async () => {
  const { body: mine } = await call(reports.mySummary, { params: { id: buyer.email }, as: buyer })
  const { body: all } = await call(reports.summary, { as: admin })
  const { body: kept } = await call(budgets.list, { as: buyer })
  return {
    orders: mine.orders,
    open: mine.openOrders.count,
    spend: mine.spend.at(-1)?.amount,
    allOrders: all.orders[0]?.numOrders,
    sales: all.orders[0]?.totalSales,
    pieces: all.orders[0]?.totalProducts,
    budget: kept.budgets[0]?.used,
  }
}

test('an order that the ERP cancels is canceled everywhere, once, and may come back', async () => {
  await call(budgets.add, {
    body: { userId: null, costCenterId: null, period: 'month', amount: 100_000, mode: 'stop' },
    as: buyer,
  })
  await read()
  const before = { figures: await figures(), stock: await stock() }
  const { id, number } = await place(rep)
  const placed = { figures: await figures(), stock: await stock() }
  assert.deepEqual(placed.stock, [15, 18])
  await call(inventory.request, { params: { id: tramadol ?? '' }, body: { quantity: 18 }, as: buyer })

  await simulator.cancelOrder(number)
  await read()
  const order = await orderIn(id)
  assert.equal(order.isCancelled, true)
  assert.equal(order.canceled?.by, 'External system')
  assert.ok(order.canceled?.at)
  const end = { figures: await figures(), stock: await stock() }
  assert.deepEqual(end, before)
  assert.deepEqual((await stepsOf(id)).at(-1), 'canceled')
  assert.equal((await mailsTo(buyer, 'was canceled')).length, 1)
  assert.equal((await mailsTo(rep, 'was canceled')).length, 1)
  await worker.drain()
  assert.equal((await mailsTo(buyer, 'Back in stock')).length, 1)
  assert.equal((await call(orders.remove, { params: { id }, query: {}, as: admin })).status, 409)

  // Reading it again, concurrently and from the beginning, changes nothing.
  const { rows } = await erp.ordersByNumber([number])
  await Promise.all([1, 2].map(() => transaction(db, (tx) => storeOrders(tx, rows, given))))
  await db.updateTable('erp_sync').set({ watermark: null, after_key: null }).execute()
  await read()
  assert.deepEqual({ figures: await figures(), stock: await stock() }, end)
  assert.equal((await mailsTo(buyer, 'was canceled')).length, 1)

  await simulator.restoreOrder(number)
  await read()
  await read()
  assert.equal((await orderIn(id)).isCancelled, false)
  assert.deepEqual({ figures: await figures(), stock: await stock() }, placed)
  assert.deepEqual((await stepsOf(id)).slice(-2), ['canceled', 'reinstated'])
  assert.equal((await mailsTo(buyer, 'was reinstated')).length, 1)

  await simulator.cancelOrder(number)
  await read()
  assert.deepEqual({ figures: await figures(), stock: await stock() }, before)
  assert.equal((await mailsTo(buyer, 'was canceled')).length, 2)
})

test('two processes that read the same cancellation apply it once', async () => {
  const { id, number } = await place()
  await simulator.cancelOrder(number)
  const { rows } = await erp.ordersByNumber([number])
  await Promise.all([1, 2, 3].map(() => transaction(db, (tx) => storeOrders(tx, rows, given))))
  assert.equal((await orderIn(id)).isCancelled, true)
  assert.deepEqual(await stock(), [20, 20])
  assert.equal((await mailsTo(buyer, `${number} (PO PO-1) was canceled`)).length, 1)
})

test('a line canceled in the ERP is canceled alone: quantity, amount and an email', async () => {
  const before = await figures()
  const { id, number } = await place()
  const marks = { dea_schedule: 'CIV', cold_status: 'Refrigerated' } as const
  await db.updateTable('order_line').set(marks).where('order_id', '=', id).execute()
  await simulator.cancelOrder(number, '20')
  await read()
  await read()
  const order = await orderIn(id)
  assert.equal(order.isCancelled, false)
  assert.equal(order.canceledLines, 1)
  assert.deepEqual(
    order.orderItems.map(({ quantity, canceledQuantity }) => [quantity, canceledQuantity]),
    [
      [5, undefined],
      [2, 2],
    ],
  )
  assert.deepEqual([order.itemsPrice, order.totalPrice], [62.5, 62.5])
  assert.deepEqual(await stock(), [15, 20])
  const after = await figures()
  assert.equal(after.spend, (before.spend ?? 0) + 62.5)
  assert.equal(after.sales, (before.sales ?? 0) + 62.5)
  assert.equal(after.pieces, (before.pieces ?? 0) + 5)
  assert.equal(after.budget, (before.budget ?? 0) + 62.5)
  const [mail, ...more] = await mailsTo(buyer, `${number} (PO PO-1) was changed`)
  assert.equal(more.length, 0)
  assert.match(mail?.body ?? '', /2 canceled/)
  assert.match(mail?.body ?? '', /\(CIV, Refrigerated\)/)
  assert.ok((await stepsOf(id)).includes('linesCanceled'))
  const { body: list } = await call(orders.mine, {
    params: { id: buyer._id },
    query: { query: JSON.stringify({ orderIdSap: number }) },
    as: buyer,
  })
  assert.deepEqual([list[0]?.canceledLines, list[0]?.totalPrice], [1, 62.5])

  // The rest is shipped and billed, so nothing is missing.
  await simulator.advance({ ticks: 4 })
  await read()
  await runSync(given, 'invoices')
  const [invoice] = await simulator.invoices(number)
  const { body: bill } = await call(invoices.byId, { params: { id: invoice?.id ?? '' }, as: buyer })
  assert.deepEqual([bill.priceDifference, bill.notBilled], [null, []])
})

test('the last line cancels the order, and a line that comes back counts again', async () => {
  const [start, stockBefore] = [await figures(), await stock()]
  const { id, number } = await place()
  await simulator.cancelOrder(number, '20')
  await simulator.cancelOrder(number, '10')
  await read()
  assert.equal((await orderIn(id)).isCancelled, true)
  assert.deepEqual([await figures(), await stock()], [start, stockBefore])
  await simulator.restoreOrder(number, '10')
  await read()
  const order = await orderIn(id)
  assert.deepEqual([order.isCancelled, order.canceledLines, order.totalPrice], [false, 1, 62.5])
  assert.deepEqual(await stock(), [(stockBefore[0] ?? 0) - 5, stockBefore[1]])
  await simulator.restoreOrder(number, '20')
  await read()
  assert.deepEqual([(await orderIn(id)).canceledLines, (await orderIn(id)).totalPrice], [undefined, 1975.12])
})

test('missing stock for a reinstated order is reported, and stock never goes below zero', async () => {
  const { id, number } = await place()
  await simulator.cancelOrder(number)
  await read()
  const [there = 0] = await stock()
  // Reduces the stock to three pieces, as if they had been sold.
  await correct(3 - there)
  await simulator.restoreOrder(number)
  await read()
  assert.equal((await stock())[0], 0)
  const [alarm] = await db.selectFrom('erp_exception').where('order_id', '=', id).selectAll().execute()
  assert.match(alarm?.message ?? '', /is short 2 of /)
  await simulator.cancelOrder(number)
  await read()
  assert.equal((await stock())[0], 3, 'only what it took comes back')
  await correct(there - 3)
})

test('a paid order that is canceled raises an exception, and can be neither delivered nor paid', async () => {
  const { id, number } = await place()
  await db.updateTable('sales_order').set({ is_paid: true }).where('id', '=', id).execute()
  await simulator.cancelOrder(number)
  await read()
  const [alarm] = await db.selectFrom('erp_exception').where('order_id', '=', id).selectAll().execute()
  assert.match(alarm?.message ?? '', /paid.*Refund the payment/)
  assert.equal((await call(orders.deliver, { params: { id }, as: admin })).status, 409)
})

test('an order canceled before its first sync counts in no total and notifies no one', async () => {
  const [start, mails] = [await figures(), (await mailsTo(buyer, '')).length]
  await simulator.load({
    orders: [
      {
        id: '99001',
        account: erpAccount,
        created: '-3d',
        changed: '-0h',
        cancelled: true,
        lines: [{ product: erpProducts[0]?.id, quantity: '3', price: '10.00' }],
      },
      {
        id: '99002',
        account: erpAccount,
        created: '-3d',
        changed: '-0h',
        lines: [
          { product: erpProducts[0]?.id, quantity: '3', price: '10.00' },
          { product: erpProducts[1]?.id, quantity: '1', price: '5.00', cancelled: true },
        ],
      },
    ],
  })
  await read()
  const after = await figures()
  assert.equal(after.orders, start.orders + 1)
  assert.equal(after.sales, (start.sales ?? 0) + 30)
  assert.equal((await mailsTo(buyer, '')).length, mails)
  await simulator.cancelOrder('99002')
  await read()
  assert.deepEqual(await figures(), start)
  assert.equal((await mailsTo(buyer, '99002 was canceled')).length, 1)
})

const correct = async (quantity: number) => {
  const body = { quantity, reason: 'Counted' }
  assert.equal((await call(inventory.correctStock, { params: { id: tramadol ?? '' }, body, as: admin })).status, 200)
}
