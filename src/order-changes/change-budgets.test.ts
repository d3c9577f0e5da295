import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { budgeting } from '#purchasing/budgets/testing-budgets.ts'
import { changing } from './testing-changes.ts'

const portal = await startTestPortal()
const { db, call } = portal
const { change, orderById } = changing(portal)

describe('budgets', () => {
  const { business, setBudget, order, left } = budgeting(portal)

  it('of this month get nothing back from an order of an earlier month', async () => {
    const { manager, buyer: orderer } = await business()
    await setBudget(manager, { amount: 500, mode: 'stop' })
    const { _id: old } = (await order(orderer, 400)).body['order'] as { _id: string } // the reply of a placement
    await db
      .updateTable('sales_order')
      .set({ created_at: portal.daysAgo(40) })
      .where('id', '=', old)
      .execute()
    assert.equal((await order(orderer, 300)).status, 201)
    assert.equal((await change(orderer, old, [[1, 400, 0]])).status, 200)
    assert.deepEqual(
      (await left(orderer)).map((budget) => budget.left),
      [200],
    )
  })

  it('that ask for approval do not ask again for an order that was approved and then lowered', async () => {
    const { manager, buyer: orderer } = await business()
    await setBudget(manager, { amount: 100, mode: 'ask' })
    const placed = await order(orderer, 400)
    const { _id: request } = placed.body['approval'] as { _id: string } // the reply of a request for approval
    const { body: shown } = await call(approvals.byId, { params: { id: request }, as: manager })
    const lines = shown.lines.map(({ _id, quantity, askedPrice: price }) => ({ _id, quantity, price }))
    const approved = await call(approvals.approve, { params: { id: request }, body: { lines }, as: manager })
    const id = approved.body.orderId ?? ''
    assert.equal((await change(orderer, id, [[1, 400, 150]])).body.way, 'now')
    assert.equal((await orderById(orderer, id)).totalPrice, 150)
  })

  it('get back what an order no longer costs', async () => {
    const { manager, buyer: orderer } = await business()
    await setBudget(manager, { amount: 500, mode: 'stop' })
    const placed = await order(orderer, 400)
    const { _id: id } = placed.body['order'] as { _id: string } // the reply of a placement
    const before = await left(orderer)
    assert.equal((await change(orderer, id, [[1, 400, 150]])).status, 200)
    const after = await left(orderer)
    assert.deepEqual(
      [before, after].map(([budget]) => budget?.left),
      [100, 350],
    )
  })
})
