import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { licenses } from '#compliance/licenses/contract.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { pdfText } from '#platform/pdf/testing-pdf.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { shipTos } from './contract.ts'

const portal = await startTestPortal()
const { db, call } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const admin = await portal.addUser({ is_admin: true, password_hash: 'set' })
const rep = await portal.addUser({ is_sales_rep: true })

const annex = {
  name: 'Annex',
  address1: '2 Dock Road',
  city: 'Nashua',
  state: 'NH',
  zip: '03060',
  country: 'US',
  licenseNumber: 'NH-77',
  licenseState: 'NH',
  licenseExpiresOn: '2099-12-31',
}

const billTo = Object.fromEntries(
  ['name', 'address1', 'city', 'state', 'zip', 'country'].map((part) => [`billto_${part}`, 'x']),
)

const business = async () => {
  const manager = await portal.addUser({ buying_role: 'manager' })
  const colleague = (role: 'viewer' | 'buyer' | 'approver') =>
    portal.addUser({ business_id: manager.businessId, buying_role: role })
  return { manager, buyer: await colleague('buyer'), viewer: await colleague('viewer'), colleague }
}

const add = (as: TestUser, of: TestUser, more: object = {}) =>
  call(shipTos.add, { params: { id: of._id }, body: { ...annex, ...more }, as })
const list = async (as: TestUser, of: TestUser = as) => (await call(shipTos.list, { params: { id: of._id }, as })).body
const versionOf = async (id: string) =>
  (await db.selectFrom('ship_to').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const verify = async (id: string, more: object = {}, as: TestUser = admin) =>
  call(shipTos.verify, {
    params: { id },
    body: { __v: await versionOf(id), needsLicense: true, erpAddress: 'erp-annex', ...more },
    as,
  })
const change = async (id: string, as: TestUser, more: object = {}) =>
  call(shipTos.change, { params: { id }, body: { ...annex, ...more, __v: await versionOf(id) }, as })
const added = async (of: TestUser, more: object = {}) => (await add(of, of, more)).body._id
const verified = async (of: TestUser, more: object = {}) => {
  const id = await added(of, more)
  assert.equal((await verify(id)).status, 200)
  return id
}

const place = async (as: TestUser, shipToId?: string) => {
  const product = await addProduct()
  const body = orderOf([{ _id: product, quantity: 1 }], await codeFor(as), shipToId ? { shipToId } : {})
  return call(orders.place, { body, as, headers: { 'idempotency-key': crypto.randomUUID() } })
}

const rowOf = (id: string) =>
  db
    .selectFrom('sales_order')
    .select(['erp_state', 'ship_to_id', 'ship_to_erp_address', 'ship_address', 'ship_region'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('an additional ship-to address', () => {
  it('is proposed by those who can order, and visible to the business and staff only', async () => {
    const { manager, buyer, viewer } = await business()
    const stranger = await portal.addUser({ buying_role: 'manager' })
    assert.deepEqual(await list(buyer), [])
    const { status, body } = await add(buyer, buyer)
    assert.equal(status, 201)
    for (const as of [buyer, manager, viewer, rep, admin])
      assert.deepEqual(
        (await list(as, buyer)).map(({ _id, isVerified }) => [_id, isVerified]),
        [[body._id, false]],
      )
    assert.equal((await call(shipTos.list, { params: { id: buyer._id }, as: stranger })).status, 404)
    assert.equal((await call(shipTos.list, { params: { id: buyer._id } })).status, 401)
    const refused: [TestUser, number][] = [
      [viewer, 403],
      [stranger, 404],
      [rep, 403],
    ]
    for (const [as, expected] of refused) assert.equal((await add(as, buyer)).status, expected)
    const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', admin.email).execute()
    assert.ok(mails.some(({ subject }) => subject.startsWith('New ship-to address from')))
  })

  it('is changed and removed by managers and admins, and verified by admins', async () => {
    const { manager, buyer } = await business()
    const stranger = await portal.addUser({ buying_role: 'manager' })
    const id = await added(buyer)
    for (const [as, expected] of [
      [buyer, 403],
      [rep, 403],
      [stranger, 404],
    ] as const) {
      assert.equal((await change(id, as, { city: 'Salem' })).status, expected)
      assert.equal((await call(shipTos.remove, { params: { id }, as })).status, expected)
    }
    for (const as of [buyer, manager, rep]) assert.equal((await verify(id, {}, as)).status, 403)
    assert.equal((await verify(id)).status, 200)
    assert.deepEqual(
      (await list(admin, buyer)).map(({ isVerified, erpAddress }) => [isVerified, erpAddress]),
      [[true, 'erp-annex']],
    )
    assert.equal((await list(buyer))[0]?.erpAddress, '', 'what the ERP calls it is for admins')
    assert.equal((await change(id, manager, { city: 'Salem' })).status, 200)
    assert.equal((await list(buyer))[0]?.isVerified, false, 'what was changed was not verified')
    assert.equal((await verify(id, { __v: 1 })).status, 409, 'nor is what nobody has seen')
    assert.equal((await call(shipTos.remove, { params: { id }, as: manager })).status, 200)
    assert.deepEqual(await list(buyer), [])
    assert.equal((await call(shipTos.remove, { params: { id }, as: manager })).status, 404)
  })

  it('is refused if it cannot be an address', async () => {
    const { buyer } = await business()
    const bad = [
      { name: '' },
      { state: 'Massachusetts' },
      { state: '12' },
      { licenseState: 'M' },
      { licenseExpiresOn: '31.12.2027' },
      { zip: 'x'.repeat(21) },
    ]
    for (const more of bad) assert.equal((await add(buyer, buyer, more)).status, 400, JSON.stringify(more))
    const id = await added(buyer)
    for (const erpAddress of ['', 'a b', "x' or 1=1"]) assert.equal((await verify(id, { erpAddress })).status, 400)
  })
})

describe('an order', () => {
  it('goes to the chosen verified address, on all its documents', async () => {
    const { buyer } = await business()
    const id = await verified(buyer)
    const { status, body } = await place(buyer, id)
    assert.equal(status, 201)
    assert.ok('order' in body)
    assert.deepEqual(
      [body.order.shippingAddress.address, body.order.shippingAddress.region, body.order.handOver],
      ['2 Dock Road', 'NH', 'waiting'],
    )
    assert.deepEqual(await rowOf(body.order._id), {
      erp_state: 'waiting',
      ship_to_id: id,
      ship_to_erp_address: 'erp-annex',
      ship_address: '2 Dock Road',
      ship_region: 'NH',
    })
    const mail = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', buyer.email)
      .where('subject', 'like', 'We received%')
      .executeTakeFirstOrThrow()
    assert.match(mail.body, /Ship to: Annex, 2 Dock Road, Nashua, NH 03060/)
    const { raw } = await portal.send({ method: 'GET', url: `/api/orders/${body.order._id}/confirmation`, as: buyer })
    assert.ok(pdfText(raw.rawPayload).includes('2 Dock Road'))
  })

  it('goes to the address of the account if none is chosen', async () => {
    const { buyer } = await business()
    await verified(buyer)
    const { body } = await place(buyer)
    assert.ok('order' in body)
    const row = await rowOf(body.order._id)
    assert.deepEqual([row.ship_to_id, row.ship_to_erp_address, row.ship_address], [null, null, '1 Main Street'])
    const mails = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', buyer.email)
      .where('subject', 'like', 'We received%')
      .execute()
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.body ?? '', /Ship to: [^,]+, 1 Main Street, /)
  })

  it('is refused for an address of another business, a removed one, and an unverified one', async () => {
    const { buyer, manager } = await business()
    const { buyer: other } = await business()
    const foreign = await verified(other)
    assert.equal((await place(buyer, foreign)).status, 404)
    const removed = await verified(buyer)
    await call(shipTos.remove, { params: { id: removed }, as: manager })
    assert.equal((await place(buyer, removed)).status, 404)
    assert.equal((await place(buyer, await added(buyer))).status, 409)
    assert.equal((await place(buyer, 'here')).status, 400)
  })

  const held: [what: string, facts: object, reason: RegExp][] = [
    ['no license', { licenseNumber: '' }, /no license on record/],
    ['a license of another state', { licenseState: 'MA' }, /no license from NH/],
    ['a license that has ended', { licenseExpiresOn: '2026-01-31' }, /has expired/],
  ]
  for (const [what, facts, reason] of held)
    it(`is on hold for an address with ${what} if the state requires a license, until it is on record`, async () => {
      const { buyer, manager } = await business()
      const id = await verified(buyer, facts)
      assert.match((await list(buyer))[0]?.holdReason ?? '', reason)
      const { body } = await place(buyer, id)
      assert.ok('order' in body)
      assert.match(body.order.holdReason ?? '', reason)
      assert.equal(body.order.handOver, 'held')
      await change(id, manager)
      assert.equal((await rowOf(body.order._id)).erp_state, 'held', 'a proposal alone releases nothing')
      await verify(id)
      assert.equal((await rowOf(body.order._id)).erp_state, 'waiting')
    })

  it('that moved waits until its registrations are verified again, and keeps a suspension', async () => {
    const { buyer, manager } = await business()
    const id = await verified(buyer)
    const registration = {
      kind: 'dea' as const,
      shipToId: id,
      number: 'AB1234563',
      schedules: ['4'],
      expiresOn: '2099-12-31',
    }
    await call(licenses.add, { body: { forUser: buyer._id, license: registration }, as: admin })
    const statuses = async () => {
      const { body } = await call(licenses.list, { query: { forUser: buyer._id }, as: admin })
      return body.filter(({ shipToId }) => shipToId === id).map(({ kind, status }) => `${kind} ${status}`)
    }
    const verifyAll = async () => {
      const { body } = await call(licenses.list, { query: { forUser: buyer._id }, as: admin })
      for (const { _id, shipToId, __v } of body)
        if (shipToId === id)
          await call(licenses.verify, { params: { id: _id }, body: { __v, source: 'DEA', proof: '' }, as: admin })
    }
    await verifyAll()
    await change(id, manager, { name: ' ANNEX' })
    assert.deepEqual(await statuses(), ['state verified', 'dea verified'], 'the same place in other spelling')
    await change(id, manager, { address1: '3 Dock Road' })
    assert.deepEqual(await statuses(), ['state unverified', 'dea unverified'])
    await verify(id)
    assert.deepEqual(await statuses(), ['state unverified', 'dea unverified'], 'the address alone verifies no license')
    await verifyAll()
    const { body: listed } = await call(licenses.list, { query: { forUser: buyer._id }, as: admin })
    for (const { _id, shipToId, __v } of listed)
      if (shipToId === id)
        await call(licenses.suspend, { params: { id: _id }, body: { __v, why: 'Board order' }, as: admin })
    for (const more of [{ licenseNumber: '', licenseState: '', licenseExpiresOn: null }, { licenseNumber: 'NH-78' }])
      assert.equal((await change(id, manager, more)).status, 409)
    assert.equal((await change(id, manager, { address1: '4 Dock Road' })).status, 200)
    assert.deepEqual(await statuses(), ['state suspended', 'dea suspended'])
  })

  it('is not on hold for a missing license if the state requires none', async () => {
    const { buyer } = await business()
    const id = await added(buyer, { licenseNumber: '', licenseState: '' })
    await verify(id, { needsLicense: false })
    const { body } = await place(buyer, id)
    assert.ok('order' in body && body.order.handOver === 'waiting')
  })

  it('on hold for its address is not released by the license of the business, or the reverse', async () => {
    const { buyer, manager } = await business()
    const id = await verified(buyer, { licenseNumber: '' })
    const waiting = await place(buyer, id)
    assert.ok('order' in waiting.body)
    await db
      .updateTable('license')
      .set({ expires_on: '2026-01-31' })
      .where('business_id', '=', buyer.businessId)
      .execute()
    const own = await place(buyer)
    assert.ok('order' in own.body && own.body.order.handOver === 'held')
    await change(id, manager)
    await verify(id)
    assert.equal((await rowOf(waiting.body.order._id)).erp_state, 'held', 'the business has no license')
    await change(id, manager, { licenseNumber: '' })
    const { body: known } = await call(users.byId, { params: { id: buyer._id }, as: admin })
    const told = ['_id', 'isAdmin', 'isSalesRep', 'hasPassword', 'isExistingCustomer', 'createdAt']
    const form = Object.fromEntries(Object.entries(known).filter(([name]) => !told.includes(name)))
    const filled = {
      GLNNumber: '1',
      GS1Number: '2',
      phone: '3',
      licenseType: 'a',
      licenseAddress: 'b',
      licenseName: 'c',
    }
    const renewed = await portal.send({
      method: 'PUT',
      url: `/api/users/${buyer._id}`,
      payload: { ...form, ...filled, ...billTo, licenseExpiryDate: '2099-12-31' },
      as: admin,
    })
    assert.equal(renewed.status, 200, renewed.body.message)
    assert.equal((await rowOf(own.body.order._id)).erp_state, 'waiting')
    assert.equal((await rowOf(waiting.body.order._id)).erp_state, 'held', 'the place has none')
  })

  it('of a customer is sent by a sales rep only to addresses of that customer', async () => {
    const { buyer } = await business()
    const { buyer: other } = await business()
    const [own, foreign] = [await verified(buyer), await verified(other)]
    const product = await addProduct()
    const placeFor = async (shipToId: string) =>
      call(orders.placeFor, {
        params: { userId: buyer._id },
        body: {
          ...orderOf([{ _id: product, quantity: 1 }], await codeFor(rep, buyer._id), { shipToId }),
          forUser: buyer._id,
        },
        as: rep,
      })
    assert.equal((await placeFor(foreign)).status, 404)
    await db.deleteFrom('one_time_code').execute()
    const { status, body } = await placeFor(own)
    assert.equal(status, 201)
    assert.equal(body.order.shippingAddress.fullName, 'Annex')
  })

  it('keeps its address through approval', async () => {
    const { buyer, manager } = await business()
    const id = await verified(buyer)
    await call(approvals.setRules, {
      params: { id: manager._id },
      body: { overAmount: 1, overLines: null, isForCold: false, isForControlled: false, isForNew: false },
      as: manager,
    })
    const { status, body } = await place(buyer, id)
    assert.equal(status, 202)
    const [asked] = await db.selectFrom('approval_request').select('id').where('ship_to_id', '=', id).execute()
    assert.ok('approval' in body && asked)
    const read = await call(approvals.byId, { params: { id: asked.id }, as: manager })
    assert.equal(read.status, 200, read.body.message)
    assert.equal(read.body.shipTo, 'Annex, 2 Dock Road, Nashua, NH 03060')
    const approved = await call(approvals.approve, {
      params: { id: asked.id },
      body: { lines: read.body.lines.map(({ _id, quantity, price }) => ({ _id, quantity, price: price ?? 0 })) },
      as: manager,
    })
    assert.equal(approved.status, 200)
    const row = await db
      .selectFrom('sales_order')
      .select('ship_to_id')
      .where('approved_by', '=', manager._id)
      .executeTakeFirstOrThrow()
    assert.equal(row.ship_to_id, id)
  })

  it('and a concurrent removal: one is first, and no order goes to a removed address', async () => {
    const { buyer, manager } = await business()
    const id = await verified(buyer)
    const holding = await portal.owner.connect()
    await holding.query('begin')
    await holding.query('select from ship_to where id = $1 for update', [id])
    const removing = call(shipTos.remove, { params: { id }, as: manager })
    await untilWaiting(portal.owner)
    const ordering = place(buyer, id)
    await untilWaiting(portal.owner, 2)
    await holding.query('commit')
    holding.release()
    assert.equal((await removing).status, 200)
    assert.equal((await ordering).status, 404)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from sales_order where ship_to_id = ${id}`.execute(db)
    assert.equal(rows[0]?.n, 0)
  })
})
