import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { payments } from '#billing/payments/contract.ts'
import { startChance } from '#platform/testing-seed.ts'
import { erpAccount, erpProducts } from '../testing-simulator.ts'
import { runSync } from './run-sync.ts'
import { startSyncing } from './testing-sync.ts'

const chance = startChance()
const { portal, simulator, given } = await startSyncing()
const { call, addUser, worker } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const [plain, cold] = await Promise.all(
  erpProducts.map(({ id, price }, at) =>
    addProduct({
      ndc_number: id,
      price: Number(price),
      count_in_stock: 1_000,
      cold_status: at === 0 ? '' : 'Refrigerated',
    }),
  ),
)
const [, refrigerated] = erpProducts
if (refrigerated) await simulator.load({ materials: [{ ...refrigerated, cold: true }] })

const carts = [[plain], [cold], [plain, cold]]
const methods = ['UPS GROUND', 'FEDEX PRIORITY OVERNIGHT']
const buyer = await addUser({ account_number: erpAccount, buying_role: 'manager' })

const place = async (cart: (string | undefined)[], shippingMethod: string) => {
  const lines = cart.map((_id = '') => ({ _id, quantity: 1 + Math.floor(chance() * 40) }))
  const body = orderOf(lines, await codeFor(buyer), { shippingMethod })
  const { status, body: placed } = await call(orders.place, { body, as: buyer })
  assert.equal(status, 201)
  await worker.drain()
  const { body: order } = await call(orders.byId, { params: { id: placed.order._id }, as: buyer })
  return order
}
const billOf = async (number: string | null) => {
  const [invoice] = await simulator.invoices(number ?? '')
  return (await call(invoices.byId, { params: { id: invoice?.id ?? '' }, as: buyer })).body
}
const sync = async () => {
  for (const kind of ['orders', 'invoices'] as const) assert.equal((await runSync(given, kind)).state, 'done')
}

test('no invoice of an order, refrigerated or overnight, differs from it because of shipping', async () => {
  const placed = []
  for (const cart of carts)
    for (const method of methods) placed.push({ cart, method, order: await place(cart, method) })
  await simulator.advance({ ticks: 4 })
  await sync()
  for (const { cart, method, order } of placed) {
    const bill = await billOf(order.orderIdSap)
    const shipping = bill.ShippingChargeAmountcontent_KUT ?? 0
    assert.equal(shipping > 0, cart.includes(cold) || method !== 'UPS GROUND')
    assert.equal(bill.TotalNetAmount, order.itemsPrice)
    assert.equal(bill.TotalGrossAmount, Math.round((order.itemsPrice + shipping) * 100) / 100)
    assert.deepEqual([bill.priceDifference, bill.notBilled], [null, []])
    const { body: paid } = await call(payments.ofOrder, { params: { id: order._id }, as: buyer })
    assert.equal(paid.priceDifference, null)
  }
})

test('an invoice at another price differs from its order by the goods alone', async () => {
  const order = await place([cold], 'FEDEX PRIORITY OVERNIGHT')
  const [line] = order.orderItems
  const lines = [{ product: line?.slug, quantity: String(line?.quantity), price: String((line?.price ?? 0) + 1) }]
  await simulator.load({
    invoices: [{ id: '99000301', order: order.orderIdSap, date: '-0h', lines, shipping: '45.00' }],
  })
  await sync()
  const { body: bill } = await call(invoices.byId, { params: { id: '99000301' }, as: buyer })
  const invoiced = Math.round((order.itemsPrice + (line?.quantity ?? 0)) * 100) / 100
  assert.deepEqual(bill.priceDifference, { ordered: order.itemsPrice, invoiced })
})
