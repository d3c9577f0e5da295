import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { placing } from './testing-placement.ts'

const portal = await startTestPortal()
const { addProduct, codeFor, orderOf } = placing(portal)

type Refusal = Record<'unavailable' | 'overLimit' | 'repriced' | 'totalPrice', unknown> & { message: string }

test('reports stock, limit and price changes in one refusal', async () => {
  const buyer = await portal.addUser()
  const [scarce, dearer, both, none] = await Promise.all([
    addProduct({ name: 'Scarce', count_in_stock: 2 }),
    addProduct({ name: 'Dearer' }),
    addProduct({ name: 'Both', count_in_stock: 3 }),
    addProduct({ name: 'None', count_in_stock: 0 }),
  ])
  const limited = await addProduct({ name: 'Limited' })
  await portal.db.updateTable('product').set({ order_maximum: 4 }).where('id', '=', limited).execute()
  const seen = (_id: string, quantity = 5) => ({ _id, quantity, price: 10 })
  await portal.db.updateTable('product').set({ price: 12 }).where('id', 'in', [dearer, both]).execute()
  await portal.db.updateTable('product').set({ is_published: false }).where('id', '=', none).execute()
  const otp = await codeFor(buyer)
  const place = (lines: ReturnType<typeof seen>[], more: object = {}) =>
    portal.send({ method: 'POST', url: '/api/orders', payload: orderOf(lines, otp, more), as: buyer })

  const { status, body } = await place(
    [scarce, dearer, both, none, limited].map((id) => seen(id)),
    { totalPrice: 250 },
  )
  const said = body as unknown as Refusal
  assert.equal(status, 409)
  assert.equal(
    said.message,
    'Some products are not available as ordered. Some quantities cannot be ordered. Prices have changed. Check your order again.',
  )
  assert.deepEqual(said.unavailable, {
    // An unavailable product is reported without its name and without a price change.
    soldOut: [{ _id: none, name: '' }],
    lowStock: [
      { _id: scarce, name: 'Scarce', requested: 5, countInStock: 2 },
      { _id: both, name: 'Both', requested: 5, countInStock: 3 },
    ],
  })
  assert.deepEqual(
    (said.overLimit as { _id: string; fits: number }[]).map(({ _id, fits }) => [_id, fits]),
    [[limited, 4]],
  )
  assert.deepEqual(said.repriced, [
    { _id: dearer, name: 'Dearer', price: 12 },
    { _id: both, name: 'Both', price: 12 },
  ])

  const { body: stock } = await place([seen(scarce)])
  assert.deepEqual(
    [stock.message, (stock as unknown as Refusal).repriced],
    ['Some products are not available as ordered.', undefined],
  )
  const { body: price } = await place([seen(dearer)])
  assert.deepEqual(
    [price.message, (price as unknown as Refusal).unavailable],
    ['Prices have changed. Check your order again.', undefined],
  )
})
