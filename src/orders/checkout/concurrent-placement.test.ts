import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { placing } from './testing-placement.ts'

const portal = await startTestPortal()
const buyer = await portal.addUser()
const { addProduct, codeFor, orderOf, stockOf } = placing(portal)

describe('concurrent orders', () => {
  it('sells the last ten units to ten of fifty buyers, refuses the others and does not deadlock', async () => {
    const [scarce, other] = [await addProduct({ count_in_stock: 10 }), await addProduct({ count_in_stock: 1_000 })]
    const users = await Promise.all(Array.from({ length: 50 }, () => portal.addUser()))
    const codes = await Promise.all(users.map((user) => codeFor(user)))
    const answers = await Promise.all(
      users.map((user, index) => {
        // Half the carts list the products in reverse order.
        const lines = [
          { _id: scarce, quantity: 1 },
          { _id: other, quantity: 1 },
        ]
        const payload = orderOf(index % 2 === 0 ? lines : lines.toReversed(), codes[index] ?? '')
        return portal.send({ method: 'POST', url: '/api/orders', payload, as: user })
      }),
    )
    const refused = answers.filter(({ status }) => status === 409)
    assert.deepEqual([answers.filter(({ status }) => status === 201).length, refused.length], [10, 40])
    for (const { body } of refused)
      assert.equal((body.unavailable as { soldOut: { _id: string }[] }).soldOut[0]?._id, scarce)
    assert.deepEqual([await stockOf(scarce), await stockOf(other)], [0, 990])
    const { sum } = await portal.db
      .selectFrom('stock_movement')
      .select(({ fn }) => fn.sum<string>('quantity').as('sum'))
      .where('product_id', '=', scarce)
      .executeTakeFirstOrThrow()
    assert.equal(Number(sum), 0, 'the movements sum to the stock')
  })

  it('places one order for twenty requests with the same key', async () => {
    const product = await addProduct()
    const payload = orderOf([{ _id: product, quantity: 2 }], await codeFor(buyer))
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => portal.send({ method: 'POST', url: '/api/orders', payload, headers, as: buyer })
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ body }) => (body.order as { _id: string })._id)).size, 1)
    assert.equal(await stockOf(product), 98)
    assert.equal((await send()).status, 201, 'also later')
    const other = await portal.send({
      method: 'POST',
      url: '/api/orders',
      payload: { ...payload, purchaseOrder: 'PO-2' },
      headers,
      as: buyer,
    })
    assert.equal(other.status, 422)
  })

  it('places one order without a key, because the code works once', async () => {
    const product = await addProduct()
    const payload = orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => portal.send({ method: 'POST', url: '/api/orders', payload, as: buyer })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(await stockOf(product), 99)
  })
})
