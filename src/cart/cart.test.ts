import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod/mini'
import {
  addItem,
  blankAddress,
  checkoutBlock,
  checkoutPath,
  countOf,
  emptyCart,
  moreOf,
  removeItem,
  SavedItems,
  totals,
  withItems,
  type Cart,
  type CartItem,
} from './cart.ts'

const box = (change: Partial<CartItem> = {}): CartItem => ({
  _id: 'a',
  name: 'Amoxicillin 500 mg',
  slug: '0093-3109-01',
  image: '',
  price: 12.5,
  quantity: 2,
  countInStock: 10,
  isNonStocked: false,
  coldStatus: '',
  deaSchedule: '',
  orderMinimum: null,
  orderMaximum: null,
  orderMultiple: null,
  ...change,
})

const cartOf = (...items: CartItem[]): Cart => withItems(emptyCart, items)
const linesOf = (cart: Cart) => cart.cartItems.map(({ _id, quantity }) => `${_id}${quantity}`).join(' ')

describe('the lines of a cart', () => {
  const cases: [what: string, cart: Cart, lines: string][] = [
    ['a first item', addItem(emptyCart, box()), 'a2'],
    ['another product goes to the end', addItem(cartOf(box()), box({ _id: 'b' })), 'a2 b2'],
    ['the same product is replaced in place', addItem(cartOf(box(), box({ _id: 'b' })), box({ quantity: 5 })), 'a5 b2'],
    ['removing', removeItem(cartOf(box(), box({ _id: 'b' })), 'a'), 'b2'],
    ['removing a missing product', removeItem(cartOf(box()), 'x'), 'a2'],
    ['clearing', withItems(cartOf(box()), []), ''],
  ]
  for (const [what, cart, lines] of cases) test(what, () => assert.equal(linesOf(cart), lines))

  test('an action does not mutate the given cart', () => {
    const before = cartOf(box())
    addItem(before, box({ quantity: 9 }))
    assert.equal(linesOf(before), 'a2')
  })
})

describe('the rest of the cart', () => {
  const address = { ...blankAddress, fullName: 'Oak Pharmacy', city: 'Austin' }

  test('defaults', () => {
    const { paymentMethod, shippingMethod, purchaseOrder, itemsPrice, shippingPrice, taxPrice, totalPrice } = emptyCart
    assert.equal(paymentMethod, 'PayPal')
    assert.deepEqual([shippingMethod, purchaseOrder], ['', ''])
    assert.deepEqual([itemsPrice, shippingPrice, taxPrice, totalPrice], [0, 0, 0, 0])
    assert.deepEqual(blankAddress.location, { lat: 0, lng: 0 })
  })

  test('clearing keeps address and payment method', () => {
    const cleared = withItems({ ...cartOf(box()), shippingAddress: address, paymentMethod: 'By Invoice' }, [])
    assert.deepEqual([cleared.shippingAddress, cleared.paymentMethod, cleared.itemsPrice], [address, 'By Invoice', 0])
  })
})

describe('totals', () => {
  const cases: [lines: [price: number, quantity: number][], itemsPrice: number][] = [
    [[], 0],
    [[[12.5, 2]], 25],
    [[[0.1, 3]], 0.3],
    [[[12.35, -1]], 0],
    [[[1.005, 1]], 1.01],
    [[[1.005, 3]], 3.03],
    [
      [
        [19.99, 3],
        [0.01, 1],
      ],
      59.98,
    ],
    [[[4_999.99, 9_999]], 49_994_900.01],
  ]
  for (const [lines, itemsPrice] of cases) {
    test(`${JSON.stringify(lines)} make ${itemsPrice}`, () =>
      assert.deepEqual(totals(lines.map(([price, quantity]) => ({ price, quantity }))), {
        itemsPrice,
        shippingPrice: 0,
        taxPrice: 0,
        totalPrice: itemsPrice,
      }))
  }

  test('counts units, not lines', () => assert.equal(countOf([box(), box({ quantity: 40 })]), 42))
})

describe('checkout', () => {
  const cases: [what: string, items: CartItem[], reason: string | null][] = [
    ['an empty cart', [], 'The cart is empty.'],
    ['all in stock', [box()], null],
    ['the last piece', [box({ quantity: 10 })], null],
    ['no longer sold', [box({ isGone: true })], 'Amoxicillin 500 mg: No longer carried.'],
    ['above stock', [box({ quantity: 11 })], 'Amoxicillin 500 mg: Only 10 left.'],
    ['sold out', [box({ quantity: 1, countInStock: 0 })], 'Amoxicillin 500 mg: Out of stock.'],
    ['above stock, special order', [box({ quantity: 11, isNonStocked: true })], null],
    ['below one', [box({ quantity: 0 })], 'Amoxicillin 500 mg: The quantity must be at least 1.'],
    [
      'below one, special order',
      [box({ quantity: -1, isNonStocked: true })],
      'Amoxicillin 500 mg: The quantity must be at least 1.',
    ],
    [
      'more than the server accepts',
      [box({ quantity: 10_000, isNonStocked: true })],
      'Amoxicillin 500 mg: A quantity can be at most 9,999.',
    ],
    ['two bad lines', [box({ quantity: 0 }), box({ _id: 'b', quantity: 11 })], '2 lines need your attention.'],
    [
      'too many lines',
      Array.from({ length: 501 }, (_, id) => box({ _id: String(id) })),
      'An order can have at most 500 lines.',
    ],
  ]
  for (const [what, items, reason] of cases) test(what, () => assert.equal(checkoutBlock(items), reason))

  test('starts at the order for staff and at shipping for customers', () => {
    assert.equal(checkoutPath({ isAdmin: true, isSalesRep: false }), '/placeorder')
    assert.equal(checkoutPath({ isAdmin: false, isSalesRep: true }), '/placeorder')
    assert.equal(checkoutPath({ isAdmin: false, isSalesRep: false }), '/shipping')
    assert.equal(checkoutPath(null), '/shipping')
  })
})

describe('adding to the cart', () => {
  test('a line has the number and the page slug of its product', () => {
    const line = moreOf(emptyCart, { ...box(), ndcNumber: '0093-3109-01', slug: '00093-3109-01-2f8c' }, 1)
    assert.ok(typeof line === 'object')
    assert.deepEqual([line.slug, line.page], ['0093-3109-01', '00093-3109-01-2f8c'])
  })

  const product = { ...box(), ndcNumber: '0093-3109-01' }
  const inCart = cartOf(box({ quantity: 8 }))
  const cases: [what: string, line: CartItem | string, result: number | string][] = [
    ['the first piece', moreOf(emptyCart, product, 1), 1],
    ['added to the existing quantity', moreOf(inCart, product, 2), 10],
    ['one too many', moreOf(inCart, product, 3), 'Sorry. Product is out of stock'],
    ['none in stock', moreOf(emptyCart, { ...product, countInStock: 0 }, 1), 'Sorry. Product is out of stock'],
    ['a special order above stock', moreOf(inCart, { ...product, isNonStocked: true }, 300), 308],
    [
      'more than the server accepts',
      moreOf(emptyCart, { ...product, isNonStocked: true }, 10_000),
      'A quantity can be at most 9,999.',
    ],
    [
      'a product more than a cart can have',
      moreOf(cartOf(...Array.from({ length: 500 }, (_, at) => box({ _id: `other ${at}` }))), product, 1),
      'A cart can have at most 500 lines.',
    ],
    [
      'one more of a product in a full cart',
      moreOf(
        cartOf(box(), ...Array.from({ length: 499 }, (_, at) => box({ _id: `other ${at}` }))),
        { ...product, _id: 'a' },
        1,
      ),
      3,
    ],
    ['nothing', moreOf(emptyCart, product, 0), 'The quantity must be at least 1.'],
    ['half a box', moreOf(emptyCart, product, 1.5), 'The quantity must be at least 1.'],
    ['not a number', moreOf(emptyCart, product, Number.NaN), 'The quantity must be at least 1.'],
    [
      'a price that is not shown',
      moreOf(emptyCart, { ...product, price: null }, 1),
      'Sign in to see your prices and to order.',
    ],
  ]
  for (const [what, line, result] of cases) {
    test(what, () => assert.equal(typeof line === 'string' ? line : line.quantity, result))
  }

  test('a line has the NDC number as its slug and the current price', () => {
    const line = moreOf(cartOf(box({ price: 99, quantity: 1 })), { ...product, price: 10.004 }, 1)
    assert.deepEqual(typeof line === 'string' ? line : [line.slug, line.price], ['0093-3109-01', 10])
  })
})

describe('saved lines', () => {
  const cases: [what: string, saved: unknown[], ids: string[]][] = [
    ['good ones', [box(), box({ _id: 'b' })], ['a', 'b']],
    [
      'an old line without newer fields',
      [{ _id: 'a', name: 'n', slug: 's', price: 1, quantity: 1, countInStock: 1 }],
      ['a'],
    ],
    ['invalid lines between valid ones', [null, 7, 'x', {}, [], box(), { ...box(), _id: 5 }], ['a']],
    ['a quantity that is not a whole number', [box({ quantity: 1.5 }), { ...box(), quantity: '2' }], []],
    ['a negative price', [box({ price: -1 })], []],
    ['one product twice', [box(), box({ quantity: 7 })], ['a']],
  ]
  for (const [what, saved, ids] of cases) {
    test(what, () =>
      assert.deepEqual(
        z.parse(SavedItems, saved).map(({ _id }) => _id),
        ids,
      ),
    )
  }

  test('a value that is not a list is not a cart', () =>
    assert.equal(z.safeParse(SavedItems, { length: 3 }).success, false))
})
