import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CartItem } from '#cart/cart.ts'
import type { PricedLine } from '../../order-shapes.ts'
import { orderBody, previewLines, previewTotals } from './preview-order.ts'

const item = (facts: Partial<CartItem> = {}): CartItem => ({
  _id: 'a',
  name: 'Heparin',
  slug: '00000-0000-01',
  image: '',
  price: 10,
  quantity: 3,
  countInStock: 50,
  isNonStocked: false,
  coldStatus: '',
  deaSchedule: '',
  orderMinimum: null,
  orderMaximum: null,
  orderMultiple: null,
  ...facts,
})

const priced = (facts: Partial<PricedLine> = {}): PricedLine => ({
  _id: 'a',
  name: 'Heparin',
  price: 8.35,
  listPrice: 10,
  countInStock: 50,
  isNonStocked: false,
  coldStatus: '',
  deaSchedule: '',
  ...facts,
})

test('a line has the billed customer’s current price', () => {
  const [line] = previewLines([item()], [priced()])
  assert.equal(line?.price, 8.35)
  assert.equal(line?.listPrice, 10)
  assert.equal(line?.notice, null)
})

const notices: [what: string, line: PricedLine[], notice: string | null][] = [
  ['enough', [priced({ countInStock: 3 })], null],
  ['too few', [priced({ countInStock: 2 })], 'Only 2 in stock'],
  ['none', [priced({ countInStock: 0 })], 'Sold out'],
  ['none of a special order', [priced({ countInStock: 0, isNonStocked: true })], null],
  ['no longer sold', [], 'Not available'],
]

for (const [what, line, notice] of notices)
  test(`stock: ${what}`, () => assert.equal(previewLines([item()], line)[0]?.notice, notice))

test('totals are added in cents', () => {
  const lines = previewLines(
    [item({ quantity: 3 }), item({ _id: 'b', quantity: 1 })],
    [priced({ price: 0.1 }), priced({ _id: 'b', price: 0.2 })],
  )
  assert.deepEqual(previewTotals(lines), { itemsPrice: 0.5, shippingPrice: 0, taxPrice: 0, totalPrice: 0.5 })
})

test('the order has the prices that were shown', () => {
  const order = orderBody({
    lines: previewLines([item()], [priced()]),
    shippingAddress: null,
    shipToId: undefined,
    shippingMethod: 'UPS GROUND',
    paymentMethod: 'By Invoice',
    details: { purchaseOrder: ' PO-7 ', note: ' ', attention: 'Dock 3', requestedDay: null },
    otp: '123456',
  })
  assert.equal(order.orderItems[0]?.price, 8.35)
  assert.equal(order.purchaseOrder, 'PO-7')
  assert.equal(order.attention, 'Dock 3')
  assert.ok(!('note' in order) && !('requestedDay' in order))
  assert.equal(order.paymentMethod, 'By Invoice')
  assert.equal(order.totalPrice, 25.05)
  assert.ok(!('shippingAddress' in order))
})
