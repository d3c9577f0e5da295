import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice } from '#orders/history/testing-lists.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { startTestPortal } from '#portal/testing.ts'
import { closeCredited } from './close-returns.ts'
import { returns } from './contract.ts'
import { returning } from './testing-returns.ts'

const portal = await startTestPortal()
const { db, call } = portal
const { ship, line, requested, read, authorize } = returning(portal)
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const account = '1000001'
const buyer = await portal.addUser({ account_number: account })

const authorized = async (order: string) => {
  const id = await requested(order, [line()], { as: buyer })
  assert.equal((await authorize(id, admin)).status, 200)
  return id
}

const credit = async (facts: Partial<NewRow<'invoice'>>) => {
  const id = await addInvoice(db, {
    party_id: account,
    buyer_party_id: account,
    is_credit: true,
    release_status_code: '3',
    ...facts,
  })
  await db.transaction().execute((tx) => closeCredited(tx, [id], ''))
  return id
}

test('by hand a return is credited by a credit note of its customer, or by one that the ERP did not report', async () => {
  const [{ order }, { order: other }] = [await ship(buyer, [{}]), await ship(buyer, [{}])]
  const id = await authorized(order)
  const stranger = { party_id: '2000002', buyer_party_id: '2000002' }
  type Case = [what: string, number: string, status: number]
  const cases: Case[] = [
    ['an invoice', await credit({ is_credit: false }), 422],
    ['a draft', await credit({ release_status_code: '1' }), 422],
    ['a cancellation', await credit({ is_cancellation: true }), 422],
    ['a canceled one', await credit({ cancelled_by: 'X1' }), 422],
    ['one of another customer', await credit({ ...stranger, order_id: order }), 422],
    ['one of another order', await credit({ order_id: other }), 422],
    ['nothing', '', 400],
    ['one that names no order', await credit({}), 200],
  ]
  for (const [what, creditNumber, status] of cases) {
    const { __v } = await read(id, admin)
    const answer = await call(returns.credit, { params: { id }, body: { __v, creditNumber }, as: admin })
    assert.equal(answer.status, status, `${what}: ${answer.body.message}`)
  }
  const unreported = await authorized(order)
  const body = { __v: (await read(unreported, admin)).__v, creditNumber: 'CM-0815' }
  assert.equal((await call(returns.credit, { params: { id: unreported }, body, as: admin })).status, 200)
})

test('a credit note that came before the answer closes a report of missing goods with it', async () => {
  const { order } = await ship(buyer, [{}, {}])
  const missing = { reason: 'missing', condition: null } as const
  const id = await requested(order, [line(missing)], { as: buyer })
  const note = await credit({ order_id: order })
  assert.equal((await read(id, buyer)).state, 'requested')
  assert.equal((await authorize(id, admin)).status, 200)
  const { state, creditNumber } = await read(id, buyer)
  assert.deepEqual([state, creditNumber], ['credited', note])
  const again = await requested(order, [line({ ...missing, lineNo: 2 })], { as: buyer })
  assert.equal((await authorize(again, admin)).status, 200)
  assert.equal((await read(again, buyer)).state, 'authorized', 'a credit note closes one')
})
