import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from './contract.ts'
import { location, requesting } from './testing-requests.ts'

const portal = await startTestPortal()
const { call, db } = portal
const { stockOf, ordersOf } = placing(portal)
const { addProduct, business, order, ask } = requesting(portal)

type Lines = { _id: string; quantity: number; price: number }[]
const approve = (as: TestUser, id: string, lines: Lines) =>
  portal.send({ method: 'POST', url: `/api/approvals/${id}/approve`, payload: { lines }, as })
const read = async (as: TestUser, id: string) => (await call(approvals.byId, { params: { id }, as })).body
const trailOf = (entityId: string) =>
  db
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'on_behalf_of'])
    .where('entity_id', '=', entityId)
    .orderBy('id')
    .execute()

describe('approving', () => {
  it('places the requester’s order with the approver’s changes and shows both names on it', async () => {
    const { approver, buyer } = await business()
    const [kept, gone] = [await addProduct({ price: 10 }), await addProduct({ price: 5 })]
    const asked = await order(buyer, [
      { _id: kept, quantity: 60 },
      { _id: gone, quantity: 1 },
    ])
    const id = (asked.body.approval as { _id: string })._id
    const { status, body } = await approve(approver, id, [{ _id: kept, quantity: 40, price: 10 }])
    assert.equal(status, 200)
    const orderId = String(body.orderId)
    const placed = (await call(orders.byId, { params: { id: orderId }, as: buyer })).body
    assert.deepEqual(
      [placed.user._id, placed.placedBy, placed.approvedBy, placed.totalPrice, placed.purchaseOrder],
      [buyer._id, null, { name: 'Ann', lastName: '' }, 400, 'PO-9'],
    )
    assert.deepEqual(placed.shippingAddress.location, location)
    assert.deepEqual([await stockOf(kept), await stockOf(gone)], [60, 100])
    const request = await read(buyer, id)
    assert.deepEqual(
      [request.state, request.orderId, request.decidedBy?._id, request.lines.map((line) => line.approvedQuantity)],
      ['approved', orderId, approver._id, [40, 0]],
    )
    assert.deepEqual(await trailOf(orderId), [
      { action: 'order placed', actor_id: approver._id, on_behalf_of: buyer._id },
    ])
    assert.deepEqual(
      (await trailOf(id)).map(({ action, actor_id }) => [action, actor_id]),
      [
        ['approval requested', buyer._id],
        ['approval given', approver._id],
      ],
    )
    const mail = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', buyer.email)
      .where('subject', 'like', 'We received your order%')
      .executeTakeFirstOrThrow()
    assert.match(mail.body, /approved by Ann/)
    const { steps } = { steps: (await call(orders.timeline, { params: { id: orderId }, as: buyer })).body }
    assert.equal(steps[0]?.detail, 'by Bo, approved by Ann')
    const ordered = await db.selectFrom('sales_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    assert.deepEqual([ordered.placed_by, ordered.approved_by, ordered.erp_state], [buyer._id, approver._id, 'waiting'])
  })

  it('refuses a price that the approver has not seen, returns it, and accepts it on the next try', async () => {
    const { approver, buyer } = await business()
    const product = await addProduct({ price: 10, name: 'Aspirin' })
    const id = await ask(buyer, product)
    await db.updateTable('product').set({ price: 12 }).where('id', '=', product).execute()
    const refused = await approve(approver, id, [{ _id: product, quantity: 60, price: 10 }])
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.repriced, [{ _id: product, name: 'Aspirin', price: 12 }])
    assert.deepEqual([await ordersOf(buyer), await stockOf(product)], [0, 100])
    const [line] = (await read(approver, id)).lines
    assert.deepEqual([line?.askedPrice, line?.price], [10, 12])
    assert.equal((await approve(approver, id, [{ _id: product, quantity: 60, price: 12 }])).status, 200)
    assert.equal(await ordersOf(buyer), 1)
  })

  it('checks stock and license again', async () => {
    const { approver, buyer } = await business()
    const product = await addProduct({ price: 10 })
    const [short, held] = [await ask(buyer, product, 60), await ask(buyer, product, 61)]
    await db.updateTable('product').set({ count_in_stock: 59 }).where('id', '=', product).execute()
    const refused = await approve(approver, short, [{ _id: product, quantity: 60, price: 10 }])
    assert.equal(refused.status, 409)
    assert.ok(refused.body.unavailable)
    assert.equal((await read(approver, short)).state, 'waiting')
    await db
      .updateTable('license')
      .set({ expires_on: '2020-01-01' })
      .where('business_id', '=', buyer.businessId)
      .execute()
    const { body } = await approve(approver, held, [{ _id: product, quantity: 5, price: 10 }])
    const placed = (await call(orders.byId, { params: { id: String(body.orderId) }, as: buyer })).body
    assert.equal(placed.handOver, 'held')
  })

  it('places one order for concurrent approvals, and the second approver learns who decided', async () => {
    const { manager, approver, buyer } = await business()
    const product = await addProduct({ price: 10 })
    const id = await ask(buyer, product)
    const holder = new pg.Client(portal.connection)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from approval_request where id = $1 for update', [id])
    const lines = [{ _id: product, quantity: 60, price: 10 }]
    const both = Promise.all([approve(approver, id, lines), approve(manager, id, lines)])
    await untilWaiting(portal.owner, 2)
    await holder.query('rollback')
    await holder.end()
    const answers = await both
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const late = answers.find(({ status }) => status === 409)
    assert.match(String(late?.body.message), /^This request was already approved by (Ann|Mia Moss)\.$/)
    assert.deepEqual([await ordersOf(buyer), await stockOf(product)], [1, 40])
    const early = answers[0].status === 200 ? approver : manager
    assert.equal((await approve(early, id, lines)).status, 200, 'a repeat by the same is told the same order')
    assert.equal(await ordersOf(buyer), 1)
  })

  it('refuses lines that were not requested, and duplicate lines', async () => {
    const { approver, buyer } = await business()
    const [product, other] = [await addProduct({ price: 10 }), await addProduct({ price: 10 })]
    const id = await ask(buyer, product)
    const line = { _id: product, quantity: 1, price: 10 }
    for (const lines of [[line, { ...line, _id: other }], [line, line], [], [{ ...line, quantity: 0 }]])
      assert.equal((await approve(approver, id, lines)).status, 400)
    assert.equal(await ordersOf(buyer), 0)
  })

  it('refuses the requester, buyers, viewers, staff and other businesses', async () => {
    const { approver, buyer, add } = await business()
    const product = await addProduct({ price: 10 })
    const id = await ask(buyer, product)
    const lines = [{ _id: product, quantity: 60, price: 10 }]
    const stranger = (await business()).manager
    const others: [TestUser, approving: number, reading: number][] = [
      [buyer, 403, 200],
      [await add('buyer', 'Cy'), 404, 404],
      [await add('viewer', 'Vi'), 403, 404],
      [stranger, 404, 404],
      [await portal.addUser({ is_admin: true }), 403, 403],
      [await portal.addUser({ is_sales_rep: true }), 403, 403],
    ]
    for (const [as, approving, reading] of others) {
      assert.equal((await approve(as, id, lines)).status, approving)
      assert.equal((await call(approvals.byId, { params: { id }, as })).status, reading)
    }
    // A requester who has become an approver still cannot approve their own request.
    await db.updateTable('user_account').set({ buying_role: 'approver' }).where('id', '=', buyer._id).execute()
    assert.equal((await approve(buyer, id, lines)).status, 403)
    assert.equal((await read(approver, id)).state, 'waiting')
    assert.equal(await ordersOf(buyer), 0)
  })

  for (const [what, change] of [
    ['is no longer active', { is_active: false }],
    ['may only look by now', { buying_role: 'viewer' }],
  ] as const)
    it(`is refused once the requester ${what}`, async () => {
      const { approver, buyer } = await business()
      const product = await addProduct({ price: 10 })
      const id = await ask(buyer, product)
      await db.updateTable('user_account').set(change).where('id', '=', buyer._id).execute()
      const { status } = await approve(approver, id, [{ _id: product, quantity: 60, price: 10 }])
      assert.deepEqual([status, await ordersOf(buyer)], [409, 0])
    })
})
