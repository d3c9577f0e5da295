import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { addHold } from '#orders/testing-holds.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { licenses } from './contract.ts'

const portal = await startTestPortal({ environment: { REQUIRE_LICENSE: '1' } })
const { db, call, day } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf } = placing(portal)

const facts = (more: object = {}) => ({
  kind: 'state' as const,
  state: 'MA',
  number: 'PH-77',
  expiresOn: day(300),
  ...more,
})

const add = async (forUser: TestUser | null, more: object = {}) =>
  call(licenses.add, { body: { ...(forUser && { forUser: forUser._id }), license: facts(more) }, as: admin })
const list = async (forUser: TestUser | null) =>
  (await call(licenses.list, { query: forUser ? { forUser: forUser._id } : {}, as: admin })).body
const verify = (id: string, __v = 1, more: object = {}) =>
  call(licenses.verify, { params: { id }, body: { __v, source: 'Board of Pharmacy', ...more }, as: admin })
const verified = async (forUser: TestUser | null, more: object = {}) => {
  const { body } = await add(forUser, more)
  assert.equal((await verify(body._id)).status, 200)
  return body._id
}
const stateOf = async (id: string) =>
  (await db.selectFrom('sales_order').select('erp_state').where('id', '=', id).executeTakeFirstOrThrow()).erp_state
const exportsOf = async (id: string) => (await db.selectFrom('job').select('id').where('key', '=', id).execute()).length
const place = async (as: TestUser, product: string) => {
  const body = orderOf([{ _id: product, quantity: 1 }], await codeFor(as))
  return (await call(orders.place, { body, as })).body.order
}

const ours = await verified(null, { warehouse: 'Main' })

describe('a license', () => {
  it('is recorded for a business, listed, and audited', async () => {
    const buyer = await portal.addUser()
    const id = await verified(buyer)
    const found = (await list(buyer)).map(({ _id, isFirst, status, verifiedAgainst }) => [
      _id === id,
      isFirst,
      status,
      verifiedAgainst,
    ])
    assert.deepEqual(found, [
      [false, true, 'unverified', ''],
      [true, false, 'verified', 'Board of Pharmacy'],
    ])
    const entries = await db
      .selectFrom('audit_entry')
      .select(['action', 'actor_id'])
      .where('entity_id', '=', buyer.businessId)
      .orderBy('id')
      .execute()
    assert.deepEqual(entries, [
      { action: 'license added', actor_id: admin._id },
      { action: 'license verified', actor_id: admin._id },
    ])
  })

  it('of an older version is not changed, verified, suspended or removed', async () => {
    const id = await verified(await portal.addUser())
    const params = { id }
    const tries = [
      await call(licenses.change, { params, body: { __v: 1, license: facts() }, as: admin }),
      await verify(id),
      await call(licenses.suspend, { params, body: { __v: 1, why: 'Board order' }, as: admin }),
      await call(licenses.remove, { params, query: { __v: 1 }, as: admin }),
    ]
    assert.deepEqual(
      tries.map(({ status }) => status),
      [409, 409, 409, 409],
    )
  })

  it('must be verified again after a change, but not for a filed renewal', async () => {
    const buyer = await portal.addUser()
    const id = await verified(buyer)
    const change = async (__v: number, more: object) => {
      const { status } = await call(licenses.change, {
        params: { id },
        body: { __v, license: facts(more) },
        as: admin,
      })
      assert.equal(status, 200)
      return (await list(buyer)).find(({ _id }) => _id === id)?.status
    }
    const renewal = { renewalFiledOn: day(-1), renewalProof: 'Receipt 12' }
    assert.equal(await change(2, renewal), 'verified')
    assert.equal(await change(3, { ...renewal, expiresOn: day(600) }), 'unverified')
  })

  it('counts a renewal from the day it was filed, not before', async () => {
    const buyer = await portal.addUser()
    const renewal = { expiresOn: day(9), renewalFiledOn: day(1), renewalProof: 'Receipt 12' }
    const refused = await add(buyer, renewal)
    assert.deepEqual([refused.status, refused.body.message], [422, 'The day the renewal was filed is in the future.'])
    const { status, body } = await add(buyer, { ...renewal, renewalFiledOn: day(0) })
    assert.equal(status, 201)
    const change = (renewalFiledOn: string) =>
      call(licenses.change, {
        params: { id: body._id },
        body: { __v: 1, license: facts({ ...renewal, renewalFiledOn }) },
        as: admin,
      })
    assert.equal((await change(day(1))).status, 422)
    assert.equal((await change(day(-1))).status, 200)
  })

  it('with a DEA number that fails its check digit is verified only with proof', async () => {
    const registration = { kind: 'dea', state: '', number: 'AB1234564', schedules: ['3', '4'] }
    const { status, body } = await add(await portal.addUser(), registration)
    assert.deepEqual([status, body.needsProof], [201, true])
    assert.equal((await verify(body._id)).status, 422)
    assert.equal((await verify(body._id, 1, { proof: 'Certificate of 2026-02-01' })).status, 200)
    assert.equal((await add(await portal.addUser(), { ...registration, number: 'AB1234563' })).body.needsProof, false)
  })

  it('with the number of another business warns the back office with its name, and nobody else', async () => {
    const [one, two] = [await portal.addUser(), await portal.addUser()]
    const nameOf = async ({ businessId }: TestUser) =>
      (await db.selectFrom('business').select('name').where('id', '=', businessId).executeTakeFirstOrThrow()).name
    await db.updateTable('business').set({ name: 'Annex Pharmacy' }).where('id', '=', two.businessId).execute()
    const sharedWith = async (of: TestUser | null, number: string) =>
      (await list(of)).find((license) => license.number === number)?.sharedWith
    await add(one, { number: 'PH-9301' })
    const shared = (await add(two, { number: 'ph 9301' })).body._id
    await add(two, { number: 'PH-9301', kind: 'controlled' })
    await add(two, { number: 'PH-9301', state: 'NH' })
    assert.deepEqual(await sharedWith(one, 'PH-9301'), ['Annex Pharmacy'])
    assert.deepEqual(await sharedWith(two, 'ph 9301'), [await nameOf(one)])
    const { rows } = (await call(licenses.search, { query: { q: 'ph 9301' }, as: admin })).body
    assert.deepEqual(
      rows.map((row) => row.sharedWith),
      [[await nameOf(one)]],
    )
    const own = await call(licenses.own, { as: two })
    assert.doesNotMatch(JSON.stringify(own.raw.json()), /sharedWith/)
    await call(licenses.remove, { params: { id: shared }, query: { __v: 1 }, as: admin })
    assert.deepEqual(await sharedWith(one, 'PH-9301'), [])
    const number = (await list(null)).find(({ _id }) => _id === ours)?.number ?? ''
    await add(two, { number })
    assert.ok((await sharedWith(two, number))?.includes('our own license'))
  })

  it('is removed unless it is the first of its business', async () => {
    const buyer = await portal.addUser()
    const id = await verified(buyer)
    assert.equal((await call(licenses.remove, { params: { id }, query: { __v: 2 }, as: admin })).status, 200)
    const [first, ...others] = await list(buyer)
    assert.deepEqual(others, [])
    const refused = await call(licenses.remove, {
      params: { id: first?._id ?? '' },
      query: { __v: first?.__v ?? 0 },
      as: admin,
    })
    assert.equal(refused.status, 409)
  })
})

describe('an order on hold', () => {
  it('is released exactly once when its license is verified', async () => {
    const buyer = await portal.addUser()
    const { _id, handOver, holdReason } = await place(buyer, await addProduct())
    assert.equal(handOver, 'held')
    assert.equal(holdReason, 'The license for Massachusetts is not verified yet.')
    const { body } = await add(buyer)
    assert.equal(await stateOf(_id), 'held')
    const both = await Promise.all([verify(body._id), verify(body._id)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.deepEqual([await stateOf(_id), await exportsOf(_id)], ['waiting', 1])
  })

  it('waits for every hold', async () => {
    const buyer = await portal.addUser()
    const { _id, holdReason } = await place(buyer, await addProduct({ dea_schedule: 'CIV' }))
    assert.match(holdReason ?? '', /license for Massachusetts.*DEA registration/)
    await verified(buyer)
    assert.equal(await stateOf(_id), 'held')
    const registration = { kind: 'dea', state: '', number: 'AB1234563', schedules: ['4'] }
    await verified(buyer, registration)
    assert.equal(await stateOf(_id), 'held', 'we have no registration')
    const own = await verified(null, { ...registration, warehouse: 'Main' })
    assert.deepEqual([await stateOf(_id), await exportsOf(_id)], ['waiting', 1])
    await call(licenses.remove, { params: { id: own }, query: { __v: 2 }, as: admin })
  })

  it('is checked by its own lines and business, together with others', async () => {
    const [buyer, other] = [await portal.addUser(), await portal.addUser()]
    const rx = await place(buyer, await addProduct())
    await db.deleteFrom('one_time_code').execute()
    const controlled = await place(buyer, await addProduct({ dea_schedule: 'CIV' }))
    const others = await place(other, await addProduct())
    await verified(buyer)
    assert.deepEqual(await Promise.all([rx, controlled, others].map(({ _id }) => stateOf(_id))), [
      'waiting',
      'held',
      'held',
    ])
    // A change of our own license checks the orders of all businesses.
    const own = await verified(null, { warehouse: 'Second' })
    assert.deepEqual([await stateOf(controlled._id), await stateOf(others._id)], ['held', 'held'])
    assert.deepEqual([await exportsOf(rx._id), await exportsOf(others._id)], [1, 0])
    await call(licenses.remove, { params: { id: own }, query: { __v: 2 }, as: admin })
    const { holdReason } = (await call(orders.byId, { params: { id: controlled._id }, as: buyer })).body
    assert.doesNotMatch(holdReason ?? '', /The license for/)
    assert.match(holdReason ?? '', /DEA registration/)
  })

  it('stays on hold if its license is suspended instead', async () => {
    const buyer = await portal.addUser()
    const { _id } = await place(buyer, await addProduct())
    const { body } = await add(buyer)
    await call(licenses.suspend, { params: { id: body._id }, body: { __v: 1, why: 'Board order' }, as: admin })
    const order = (await call(orders.byId, { params: { id: _id }, as: buyer })).body
    assert.deepEqual([order.handOver, order.holdReason], ['held', 'The license for Massachusetts is suspended.'])
  })

  it('keeps a hold of another kind', async () => {
    const buyer = await portal.addUser()
    const { _id } = await place(buyer, await addProduct())
    await addHold(db, _id, { kind: 'review', reason: 'We are reviewing this order.' })
    await verified(buyer)
    const order = (await call(orders.byId, { params: { id: _id }, as: buyer })).body
    assert.deepEqual([order.handOver, order.holdReason], ['held', 'We are reviewing this order.'])
    assert.equal(await exportsOf(_id), 0)
  })
})

it('our own suspended license stops every prescription order, until it is verified again', async () => {
  const buyer = await portal.addUser()
  await verified(buyer)
  const product = await addProduct()
  await call(licenses.suspend, { params: { id: ours }, body: { __v: 2, why: 'Board order' }, as: admin })
  const body = orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer))
  const { status, raw } = await call(orders.place, { body, as: buyer })
  assert.equal(status, 409)
  assert.deepEqual(
    raw.json<{ notSupplied: { reason: string }[] }>().notSupplied.map(({ reason }) => reason),
    ['Our own license for Massachusetts is suspended.'],
  )
  assert.equal((await verify(ours, 3)).status, 200)
  assert.equal((await place(buyer, product)).handOver, 'waiting')
})
