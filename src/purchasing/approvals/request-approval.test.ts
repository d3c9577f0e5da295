import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { budgets } from '../budgets/contract.ts'
import { carts } from '#cart/contract.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from './contract.ts'
import { requesting } from './testing-requests.ts'

const portal = await startTestPortal()
const { call, db } = portal
const { stockOf, ordersOf } = placing(portal)
const { addProduct, codeFor, orderOf, business, order } = requesting(portal)

const requestsOf = ({ _id }: TestUser) =>
  db.selectFrom('approval_request').selectAll().where('asked_by', '=', _id).execute()
const told = async (subject: string) =>
  (await db.selectFrom('mail').select('recipient').where('subject', 'like', subject).execute()).map(
    ({ recipient }) => recipient,
  )

describe('an order that needs approval', () => {
  it('waits with its lines: uses the code, empties the cart, emails the approvers and takes no stock', async () => {
    const { manager, approver, buyer } = await business()
    const product = await addProduct({ price: 10 })
    const line = { _id: product, quantity: 60 }
    await call(carts.change, { body: { lines: [line] }, as: buyer })
    const orderKey = (await call(carts.read, { as: buyer })).body.orderKey ?? ''
    const { status, body } = await order(buyer, [{ ...line, price: 10 }], orderKey)
    assert.equal(status, 202)
    const { _id, reasons, approvers } = body.approval as Record<string, unknown>
    assert.deepEqual(reasons, ['The total is over $500.00.'])
    assert.deepEqual(approvers, [
      { _id: approver._id, name: 'Ann', lastName: '' },
      { _id: manager._id, name: 'Mia', lastName: 'Moss' },
    ])
    assert.deepEqual([await ordersOf(buyer), await stockOf(product)], [0, 100])
    const cart = (await call(carts.read, { as: buyer })).body
    assert.deepEqual([cart.lines, cart.orderKey === orderKey], [[], false])
    assert.deepEqual((await told('Bo asks you to approve%')).toSorted(), [approver.email, manager.email].toSorted())
    const codes = await db.selectFrom('one_time_code').select('user_id').where('user_id', '=', buyer._id).execute()
    assert.deepEqual(codes, [])
    const [asked, ...others] = await requestsOf(buyer)
    assert.equal(others.length, 0)
    assert.deepEqual(
      [asked?.id, asked?.state, asked?.purchase_order, asked?.total_price],
      [_id, 'waiting', 'PO-9', 600],
    )
    const settled = await call(orders.settle, { body: { key: orderKey }, as: buyer })
    assert.deepEqual(settled.body, { orderId: null, approvalId: _id })
  })

  it('shows approvers the buyer’s note and what is left of the budgets that it counts toward', async () => {
    const { manager, approver, buyer } = await business()
    const product = await addProduct({ price: 10 })
    const budget = { userId: buyer._id, costCenterId: null, period: 'month', amount: 1_000, mode: 'warn' } as const
    assert.equal((await call(budgets.add, { body: budget, as: manager })).status, 201)
    const payload = {
      ...orderOf([{ _id: product, quantity: 60 }], await codeFor(buyer)),
      approvalReason: '  The flu clinic opens on Monday.  ',
    }
    const { body } = await portal.send({ method: 'POST', url: '/api/orders', payload, as: buyer })
    const { _id: id } = body.approval as { _id: string }
    const seenBy = async (as: TestUser) => (await call(approvals.byId, { params: { id }, as })).body
    const seen = await seenBy(approver)
    assert.equal(seen.askedReason, 'The flu clinic opens on Monday.')
    assert.deepEqual(
      seen.budgets.map(({ title, left, amount }) => [title, left, amount]),
      [['Budget for Bo', 1_000, 1_000]],
    )
    assert.equal(seen.lines[0]?.countInStock, 100)
    const own = await seenBy(buyer)
    assert.deepEqual([own.askedReason, own.budgets], [seen.askedReason, []])
    const mail = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', approver.email)
      .executeTakeFirstOrThrow()
    assert.match(mail.body, /Bo says: The flu clinic opens on Monday\./)
  })

  it('is requested once per key, even concurrently; the same key with another order is an error', async () => {
    const { buyer } = await business()
    const product = await addProduct({ price: 10 })
    const payload = orderOf([{ _id: product, quantity: 60 }], await codeFor(buyer))
    const headers = { 'idempotency-key': randomUUID() }
    const send = (more = {}) =>
      portal.send({ method: 'POST', url: '/api/orders', payload: { ...payload, ...more }, headers, as: buyer })
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.approval))).size, 1)
    assert.equal((await requestsOf(buyer)).length, 1)
    assert.equal((await send({ purchaseOrder: 'PO-2' })).status, 422)
  })

  it('is refused like a placement, and then no request is created', async () => {
    const { buyer } = await business()
    const [short, priced] = [await addProduct({ count_in_stock: 5, price: 200 }), await addProduct({ price: 600 })]
    assert.equal((await order(buyer, [{ _id: short, quantity: 6 }])).status, 409)
    assert.equal((await order(buyer, [{ _id: priced, quantity: 1, price: 599 }])).status, 409)
    const payload = orderOf([{ _id: priced, quantity: 1 }], '000000')
    const wrongCode = await portal.send({ method: 'POST', url: '/api/orders', payload, as: buyer })
    assert.equal(wrongCode.status, 400)
    assert.deepEqual(await requestsOf(buyer), [])
  })

  it('is refused without another approver', async () => {
    const { manager, approver, buyer } = await business()
    await db
      .updateTable('user_account')
      .set({ is_active: false })
      .where('id', 'in', [manager._id, approver._id])
      .execute()
    const { status, body } = await order(buyer, [{ _id: await addProduct({ price: 600 }), quantity: 1 }])
    assert.equal(status, 409)
    assert.match(String(body.message), /your business has no other approver/)
  })
})

describe('an order that needs no approval', () => {
  it('is placed immediately: below the limit, by an approver, by a manager, and by staff', async () => {
    const { manager, approver, buyer } = await business()
    const rep = await portal.addUser({ is_sales_rep: true })
    const product = await addProduct({ price: 10, count_in_stock: 1_000 })
    assert.equal((await order(buyer, [{ _id: product, quantity: 50 }])).status, 201)
    for (const one of [approver, manager])
      assert.equal((await order(one, [{ _id: product, quantity: 60 }])).status, 201)
    const body = { ...orderOf([{ _id: product, quantity: 60 }], await codeFor(rep, buyer._id)), forUser: buyer._id }
    assert.equal((await call(orders.placeFor, { params: { userId: buyer._id }, body, as: rep })).status, 201)
    assert.deepEqual(await requestsOf(buyer), [])
  })
})
