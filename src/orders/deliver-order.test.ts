import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { addHold } from './testing-holds.ts'
import { startTestPortal } from '#portal/testing.ts'
import { orders } from './contract.ts'
import { onHoldMessage } from './order-shapes.ts'
import { addListedOrder } from './history/testing-lists.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true })
const buyer = await portal.addUser()

const deliver = (id: string, as = admin) => portal.call(orders.deliver, { params: { id }, as })

describe('marking an order as delivered', () => {
  it('requires a paid order and works once', async () => {
    const id = await addListedOrder(db, { user_id: buyer._id })
    const unpaid = await deliver(id)
    assert.deepEqual([unpaid.status, unpaid.body.message], [409, 'This order is not paid yet.'])
    await db.updateTable('sales_order').set({ is_paid: true, paid_at: new Date() }).where('id', '=', id).execute()
    const answers = await Promise.all([deliver(id), deliver(id), deliver(id)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
    const good = answers.find(({ status }) => status === 200)
    assert.equal(good?.body.message, 'Order is delivered')
    assert.equal(good?.body.order.isDelivered, true)
    assert.ok(good?.body.order.deliveredAt)
    const audits = await db.selectFrom('audit_entry').select('id').where('entity_id', '=', id).execute()
    assert.equal(audits.length, 1)
  })

  it('is refused while the order is on hold', async () => {
    const id = await addListedOrder(db, {
      user_id: buyer._id,
      is_paid: true,
      erp_state: 'held',
    })
    await addHold(db, id)
    const { status, body } = await deliver(id)
    assert.deepEqual([status, body.message], [409, onHoldMessage])
    await db.updateTable('sales_order').set({ erp_state: 'waiting' }).where('id', '=', id).execute()
    assert.equal((await deliver(id)).status, 200)
  })

  it('is for admins and for existing orders', async () => {
    const paid = await addListedOrder(db, { user_id: buyer._id, is_paid: true })
    const gone = await addListedOrder(db, { user_id: buyer._id, is_paid: true, deleted_at: new Date() })
    assert.equal((await deliver(paid, buyer)).status, 403)
    assert.equal((await deliver(gone)).status, 404)
    assert.equal((await deliver(randomUUID())).status, 404)
  })
})
