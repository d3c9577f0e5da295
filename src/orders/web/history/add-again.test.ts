import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CartItem, emptyCart } from '#cart/cart.ts'
import { scheduleTwo } from '#catalog/order-quantity.ts'
import type { ReorderLine } from '../../order-shapes.ts'
import { addAgain } from './add-again.ts'

const line: ReorderLine = {
  _id: 'a',
  name: 'A',
  ndcNumber: '1',
  image: '',
  quantity: 5,
  paidPrice: 1,
  price: 2,
  countInStock: 7,
  isNonStocked: false,
  coldStatus: '',
  deaSchedule: '',
  verdict: 'available',
}
const inCart = (quantity: number) => ({
  ...emptyCart,
  cartItems: [{ _id: 'a', name: 'A', slug: '1', image: '', price: 2, quantity, countInStock: 7 } as CartItem],
})

const cases: [
  what: string,
  cart: typeof emptyCart,
  change: Partial<ReorderLine>,
  takes: boolean,
  added: number | string,
][] = [
  ['in stock', emptyCart, {}, false, 5],
  ['more of what is in the cart', inCart(2), {}, false, 7],
  ['stock below the new quantity', inCart(3), {}, false, 'Only 7 in stock, 3 in your cart.'],
  ['take what is available', inCart(3), {}, true, 7],
  ['short', emptyCart, { countInStock: 3, verdict: 'short' }, false, 'Only 3 in stock.'],
  ['short, take what is available', emptyCart, { countInStock: 3, verdict: 'short' }, true, 3],
  ['nothing left to take', inCart(7), {}, true, 'Sorry. Product is out of stock'],
  ['sold out', emptyCart, { countInStock: 0, verdict: 'soldOut' }, false, 'Sorry. Product is out of stock'],
  ['special order', emptyCart, { countInStock: 0, isNonStocked: true }, false, 5],
  ['in Schedule II', emptyCart, { deaSchedule: 'CII' }, true, `A: ${scheduleTwo}`],
  ['no longer sold', emptyCart, { price: null, verdict: 'notSold' }, true, 'No longer available.'],
]

for (const [what, cart, change, takes, expected] of cases) {
  test(`ordering again: ${what}`, () => {
    const { added, skipped } = addAgain(cart, [{ ...line, ...change }], takes)
    assert.equal(added[0]?.quantity ?? skipped[0]?.why, expected)
    assert.equal(added.length + skipped.length, 1)
  })
}
