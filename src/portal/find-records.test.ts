import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import { records } from '#search/contract.ts'
import { startTestPortal, type TestUser } from './testing.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '', name: 'Grace', last_name: 'Hopper' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '', name: 'René', last_name: 'Núñez' })
const facts = { account_number: '1000001', company_name: 'Farmacia Núñez' }
const manager = await portal.addUser({ ...facts, name: 'José', last_name: 'Peña', buying_role: 'manager' })
const buyer = await portal.addUser({ ...facts, name: 'Ada', last_name: 'Byron', buying_role: 'buyer' })
const viewer = await portal.addUser({ ...facts, name: 'Vera', last_name: 'Rubin', buying_role: 'viewer' })
const stranger = await portal.addUser({ account_number: '2000002', company_name: 'Northside Núñez', name: 'Ada' })
const waiting = await portal.addUser({ account_number: '3000003', company_name: 'Waiting Drugs', is_active: false })

const order = await addListedOrder(db, {
  user_id: buyer._id,
  placed_by: rep._id,
  erp_id: '510020',
  purchase_order: 'PO-77',
  tracking_code: '1Z999AA10123456784,000794612345678',
  bill_to_party_id: '1000001',
})
const second = await addListedOrder(db, {
  user_id: buyer._id,
  placed_by: buyer._id,
  purchase_order: 'PO-78',
  bill_to_party_id: '1000001',
})
const foreign = await addListedOrder(db, {
  user_id: stranger._id,
  placed_by: stranger._id,
  erp_id: '777777',
  purchase_order: 'PO-77',
  bill_to_party_id: '2000002',
})
const deleted = await addListedOrder(db, {
  user_id: buyer._id,
  erp_id: '510021',
  deleted_at: new Date(),
  bill_to_party_id: '1000001',
})
const ofBuyer = { party_id: '1000001', buyer_party_id: '1000001', payer_party_id: '1000001' }
await addInvoice(db, { id: '90000123', ...ofBuyer, purchase_order: 'PO-77', tracking_number: '1Z999AA10123456784' })
await addInvoice(db, {
  id: 'F-9',
  party_id: '2000002',
  buyer_party_id: '2000002',
  payer_party_id: '2000002',
  purchase_order: 'PO-77',
})

const find = async (as: TestUser, query: string) => {
  const { status, body } = await portal.call(records.find, { query: { query }, as })
  assert.equal(status, 200, query)
  return body.records.map(({ kind, _id, fit }) => `${kind} ${_id} ${fit}`).toSorted()
}

const own = (_id: string, fit = 'own') => `order ${_id} ${fit}`
const customer = (user: TestUser, fit = 'part') => `customer ${user._id} ${fit}`
const person = (user: TestUser) => `person ${user._id} part`

interface Case {
  typed: string
  /** A buyer of the business, who finds the same as its manager except people. */
  buyer: string[]
  rep?: string[]
  admin: string[]
  stranger?: string[]
}

const cases: Case[] = [
  { typed: '510020', buyer: [own(order)], rep: [own(order)], admin: [own(order)] },
  { typed: 'Order #510020', buyer: [own(order)], rep: [own(order)], admin: [own(order)] },
  { typed: '0000510020', buyer: [own(order)], rep: [own(order)], admin: [own(order)] },
  { typed: order, buyer: [own(order)], rep: [own(order)], admin: [own(order)] },
  { typed: '777777', buyer: [], admin: [own(foreign)], stranger: [own(foreign)] },
  { typed: foreign, buyer: [], admin: [own(foreign)], stranger: [own(foreign)] },
  // An order canceled by an admin can still be found.
  { typed: '510021', buyer: [own(deleted)], admin: [own(deleted)] },
  {
    typed: 'po-77',
    buyer: ['invoice 90000123 other', own(order, 'other')],
    rep: [own(order, 'other')],
    admin: ['invoice 90000123 other', 'invoice F-9 other', own(order, 'other'), own(foreign, 'other')],
    stranger: ['invoice F-9 other', own(foreign, 'other')],
  },
  { typed: 'PO-78', buyer: [own(second, 'other')], admin: [own(second, 'other')] },
  { typed: '90000123', buyer: ['invoice 90000123 own'], admin: ['invoice 90000123 own'] },
  { typed: '9000012', buyer: ['invoice 90000123 part'], admin: ['invoice 90000123 part'] },
  { typed: 'invoice 510020', buyer: [], admin: [] },
  {
    typed: '1z 999 aa1 0123456784',
    buyer: ['invoice 90000123 other', own(order, 'other')],
    rep: [own(order, 'other')],
    admin: ['invoice 90000123 other', own(order, 'other')],
  },
  { typed: '794612345678', buyer: [own(order, 'other')], rep: [own(order, 'other')], admin: [own(order, 'other')] },
  {
    typed: 'nunez',
    buyer: [],
    rep: [customer(manager), customer(stranger)],
    admin: [customer(manager), customer(stranger), person(rep)],
  },
  { typed: 'FARMACIA núñez', buyer: [], rep: [customer(manager)], admin: [customer(manager)] },
  { typed: '1000001', buyer: [], rep: [customer(manager, 'own')], admin: [customer(manager, 'own')] },
  { typed: 'account 1000001', buyer: [], rep: [customer(manager, 'own')], admin: [customer(manager, 'own')] },
  { typed: 'jose pena', buyer: [], rep: [person(manager)], admin: [person(manager)] },
  { typed: 'hopper', buyer: [], admin: [person(admin)] },
  { typed: 'waiting drugs', buyer: [], admin: [customer(waiting)] },
  { typed: 'no', buyer: [], admin: [] },
  { typed: '%%%', buyer: [], admin: [] },
  { typed: '___', buyer: [], admin: [] },
  { typed: "' or 1=1 --", buyer: [], admin: [] },
  { typed: '\\', buyer: [], admin: [] },
]

describe('the search box finds one’s own records by common identifiers', () => {
  for (const { typed, ...found } of cases)
    it(JSON.stringify(typed), async () => {
      assert.deepEqual(await find(admin, typed), found.admin.toSorted())
      for (const as of [buyer, viewer]) assert.deepEqual(await find(as, typed), found.buyer.toSorted())
      assert.deepEqual(
        (await find(manager, typed)).filter((one) => !one.startsWith('person')),
        found.buyer.toSorted(),
      )
      assert.deepEqual(await find(rep, typed), (found.rep ?? []).toSorted())
      assert.deepEqual(await find(stranger, typed), (found.stranger ?? []).toSorted())
    })

  it('a manager finds colleagues but no other people, a buyer none', async () => {
    assert.deepEqual(await find(manager, 'ada'), [person(buyer)])
    assert.deepEqual(await find(manager, buyer.email), [person(buyer)])
    assert.deepEqual(await find(manager, stranger.email), [])
    assert.deepEqual(await find(manager, 'hopper'), [])
    assert.deepEqual(await find(buyer, 'jose'), [])
    assert.deepEqual(await find(admin, 'ada'), [person(buyer), person(stranger)].toSorted())
  })

  it('requires a signed-in user', async () => {
    const { status } = await portal.call(records.find, { query: { query: '510020' } })
    assert.equal(status, 401)
  })

  it('shows a few of many, and says that there are more', async () => {
    for (let at = 0; at < 8; at++)
      await addListedOrder(db, { user_id: buyer._id, erp_id: `63000${at}`, bill_to_party_id: '1000001' })
    const { body } = await portal.call(records.find, { query: { query: '63000' }, as: buyer })
    assert.deepEqual([body.records.length, body.more], [5, ['order']])
    const whole = await portal.call(records.find, { query: { query: '630007' }, as: buyer })
    assert.deepEqual([whole.body.records.length, whole.body.more], [1, []])
  })
})
