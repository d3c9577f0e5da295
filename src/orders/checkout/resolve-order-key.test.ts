import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { carts } from '#cart/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import { placing } from './testing-placement.ts'

const portal = await startTestPortal()
const { addProduct, codeFor, orderOf, ordersOf, stockOf } = placing(portal)

const settle = (key: string, as: TestUser) => portal.call(orders.settle, { body: { key }, as })
const send = (payload: object, key: string, as: TestUser) =>
  portal.send({ method: 'POST', url: '/api/orders', payload, headers: { 'idempotency-key': key }, as })

describe('an order with a lost response', () => {
  it('is found by its key, only by its owner', async () => {
    const [buyer, stranger] = [await portal.addUser(), await portal.addUser()]
    const [product, key] = [await addProduct(), randomUUID()]
    const placed = await send(orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer)), key, buyer)
    assert.equal(placed.status, 201)
    const { _id } = placed.body.order as { _id: string }
    assert.deepEqual((await settle(key, stranger)).body, { orderId: null })
    assert.deepEqual((await settle(key, buyer)).body, { orderId: _id })
    assert.deepEqual((await settle(key, buyer)).body, { orderId: _id }, 'as often as it is asked')
    assert.equal((await portal.send({ method: 'POST', url: '/api/orders/settle', payload: { key } })).status, 401)
  })

  it('that never arrived is voided and refused if it arrives later', async () => {
    const buyer = await portal.addUser()
    const [product, key] = [await addProduct(), randomUUID()]
    const payload = orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer))
    assert.deepEqual((await settle(key, buyer)).body, { orderId: null })
    const late = await send(payload, key, buyer)
    assert.deepEqual([late.status, late.body['keyIsOver']], [409, true])
    assert.deepEqual([await ordersOf(buyer), await stockOf(product)], [0, 100])
    assert.equal((await send(payload, randomUUID(), buyer)).status, 201, 'the code was not used up')
  })

  it('is either placed and found or voided and refused when requests race', async () => {
    const product = await addProduct({ count_in_stock: 1_000 })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const buyer = await portal.addUser()
        const [payload, key] = [orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer)), randomUUID()]
        const [placed, settled] = await Promise.all([send(payload, key, buyer), settle(key, buyer)])
        assert.equal(settled.body.orderId === null, placed.status === 409)
        assert.equal(await ordersOf(buyer), placed.status === 201 ? 1 : 0)
        return placed.status
      }),
    )
    assert.ok(outcomes.every((status) => status === 201 || status === 409))
  })

  it('is found from every window with the same cart', async () => {
    const buyer = await portal.addUser()
    const product = await addProduct()
    const { body: cart } = await portal.call(carts.change, {
      body: { lines: [{ _id: product, quantity: 2 }] },
      as: buyer,
    })
    const key = cart.orderKey ?? ''
    // One window places the order and loses the response; another still shows the cart.
    const first = await send(orderOf([{ _id: product, quantity: 2 }], await codeFor(buyer)), key, buyer)
    const second = await send(orderOf([{ _id: product, quantity: 2 }], await codeFor(buyer)), key, buyer)
    assert.deepEqual(second.body.order, first.body.order)
    const another = await send(orderOf([{ _id: product, quantity: 3 }], await codeFor(buyer)), key, buyer)
    assert.deepEqual([another.status, another.body['placedOrderId']], [422, (first.body.order as { _id: string })._id])
    assert.deepEqual([await ordersOf(buyer), await stockOf(product)], [1, 98])
  })

  it('gives the cart a new key once voided', async () => {
    const buyer = await portal.addUser()
    const lines = [{ _id: await addProduct(), quantity: 1 }]
    const { body: before } = await portal.call(carts.change, { body: { lines }, as: buyer })
    await settle(before.orderKey ?? '', buyer)
    const { body: after } = await portal.call(carts.read, { as: buyer })
    assert.notEqual(after.orderKey, before.orderKey)
    assert.equal(after.lines.length, 1)
    assert.equal((await send(orderOf(lines, await codeFor(buyer)), after.orderKey ?? '', buyer)).status, 201)
  })
})
