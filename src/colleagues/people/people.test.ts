import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carts } from '#cart/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import type { BuyingRole } from '#shared/buying-role.ts'
import { customerFields } from '#customers/customer-shapes.ts'
import { accounts } from '#identity/contract.ts'
import { users } from '#customers/contract.ts'
import { openSession } from '#identity/open-session.ts'
import { hashPassword } from '#identity/hash-password.ts'
import { people } from './contract.ts'

const portal = await startTestPortal()
const { call, db } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf } = placing(portal)

const allow = (of: TestUser, isManaged = true) =>
  call(people.allow, { params: { id: of._id }, body: { isManaged }, as: admin })

/** A business whose manager can manage its users. */
const business = async () => {
  const manager = await portal.addUser({ buying_role: 'manager' })
  await allow(manager)
  return { manager, add: (role: BuyingRole) => portal.addUser({ business_id: manager.businessId, buying_role: role }) }
}
const newPerson = (role: BuyingRole = 'buyer') => ({
  name: 'Nina',
  lastName: 'Park',
  email: `nina-${crypto.randomUUID()}@test.example`,
  role,
})
const setRole = (as: TestUser, { _id: id }: { _id: string }, role: BuyingRole, isActive = true) =>
  call(people.change, { params: { id }, body: { role, isActive }, as })

describe('a viewer', () => {
  it('is refused at every step toward an order, regardless of earlier requests', async () => {
    const { manager, add } = await business()
    const buyer = await add('buyer')
    const product = await addProduct()
    const payload = orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer))
    await db.updateTable('user_account').set({ buying_role: 'viewer' }).where('id', '=', buyer._id).execute()
    const steps = [
      await portal.send({ method: 'POST', url: '/api/orders', payload, as: buyer }),
      await call(carts.change, { body: { lines: [{ _id: product, quantity: 1 }] }, as: buyer }),
      await call(orders.sendOtp, { params: { id: buyer._id }, as: buyer }),
      await call(orders.passkeyOptions, { as: buyer }),
    ]
    for (const { status, body } of steps) {
      assert.equal(status, 403)
      assert.match(String(body.message), /view-only/)
    }
    assert.equal((await call(carts.read, { as: buyer })).status, 200)
    assert.equal((await setRole(manager, buyer, 'buyer')).status, 200)
    const { count } = await db
      .selectFrom('sales_order')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(count, '0')
  })

  it('gets their role at sign-in, while buyers get no extra field', async () => {
    const password_hash = await hashPassword('correct horse battery')
    const roleTold = async (buying_role: BuyingRole) => {
      const { email } = await portal.addUser({ password_hash, buying_role })
      const { body } = await call(accounts.signIn, { body: { email, password: 'correct horse battery' } })
      return 'buyingRole' in body ? body.buyingRole : 'not told'
    }
    assert.deepEqual(await Promise.all([roleTold('viewer'), roleTold('approver'), roleTold('buyer')]), [
      'viewer',
      'approver',
      'not told',
    ])
  })
})

describe('a manager', () => {
  it('makes a user an approver, who can order and manage no users', async () => {
    const { manager, add } = await business()
    const [person, other] = [await add('buyer'), await add('buyer')]
    assert.equal((await setRole(manager, person, 'approver')).status, 200)
    const token = await openSession(db, { userId: person._id, ip: '', userAgent: '' })
    const approver = { ...person, token }
    const product = await addProduct()
    const body = orderOf([{ _id: product, quantity: 1 }], await codeFor(approver))
    assert.equal((await call(orders.place, { body, as: approver })).status, 201)
    assert.equal((await setRole(approver, other, 'viewer')).status, 403)
  })

  it('sees and invites the users of the business, by an emailed link', async () => {
    const { manager } = await business()
    const body = newPerson('viewer')
    const params = { id: manager._id }
    assert.equal((await call(people.invite, { params, body, as: manager })).status, 201)
    const { people: told, isManaged } = (await call(people.list, { params, as: manager })).body
    assert.equal(isManaged, true)
    const invited = told.find(({ email }) => email === body.email)
    assert.deepEqual([told.length, invited?.role, invited?.hasPassword], [2, 'viewer', false])
    const { body: letter } = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', body.email)
      .executeTakeFirstOrThrow()
    assert.match(letter, /Test Buyer invited you as a user of Test Pharmacy[\s\S]*\/setnewpass#email=/)
    assert.equal((await call(people.invite, { params, body, as: manager })).status, 409)
    const again = { params: { id: invited?._id ?? '' }, as: manager }
    assert.equal((await call(people.inviteAgain, again)).status, 200)
  })

  it('changes roles and deactivates, which ends sessions and is audited', async () => {
    const { manager, add } = await business()
    const buyer = await add('buyer')
    assert.equal((await setRole(manager, buyer, 'buyer', false)).status, 200)
    assert.equal((await call(carts.read, { as: buyer })).status, 401)
    const { actions } = await db
      .selectFrom('audit_entry')
      .select((eb) => eb.fn.agg<string[]>('array_agg', ['action']).as('actions'))
      .where('entity_id', '=', buyer._id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(actions, ['account deactivated'])
    const waiting = await call(users.notifications, { params: { email: admin.email }, as: admin })
    assert.equal(waiting.body.inActiveCustomers, 0)
    assert.equal((await setRole(manager, buyer, 'viewer')).status, 200)
  })

  it('cannot change their own role or undo what the wholesaler did', async () => {
    const { manager, add } = await business()
    assert.equal((await setRole(manager, manager, 'viewer')).status, 409)
    const buyer = await add('buyer')
    const sent = { params: { id: buyer._id }, query: {}, body: { isActive: false }, as: admin }
    assert.equal((await call(users.update, sent)).status, 200)
    assert.equal((await setRole(manager, buyer, 'buyer')).status, 403)
    // Nor if the wholesaler did it on the People panel of the business.
    const another = await add('buyer')
    assert.equal((await setRole(admin, another, 'buyer', false)).status, 200)
    assert.equal((await setRole(manager, another, 'buyer')).status, 403)
    assert.equal((await setRole(admin, another, 'buyer')).status, 200)
    // Colleagues can undo what a colleague did.
    assert.equal((await setRole(manager, another, 'buyer', false)).status, 200)
    assert.equal((await setRole(manager, another, 'buyer')).status, 200)
  })

  it('cannot reach users of other businesses, and none at all unless the wholesaler allows it', async () => {
    const { manager, add } = await business()
    const stranger = await portal.addUser()
    assert.equal((await setRole(manager, stranger, 'viewer')).status, 404)
    assert.equal((await setRole(manager, admin, 'viewer')).status, 404)
    assert.equal((await call(people.list, { params: { id: stranger._id }, as: manager })).status, 404)
    assert.equal(
      (await call(people.invite, { params: { id: stranger._id }, body: newPerson(), as: manager })).status,
      404,
    )
    const buyer = await add('buyer')
    assert.equal((await call(people.list, { params: { id: buyer._id }, as: buyer })).status, 403)
    assert.equal((await setRole(buyer, manager, 'viewer')).status, 403)
    await allow(manager, false)
    assert.equal((await setRole(manager, buyer, 'viewer')).status, 403)
    assert.equal((await call(people.list, { params: { id: buyer._id }, as: manager })).body.isManaged, false)
    assert.equal((await setRole(admin, buyer, 'viewer')).status, 200)
  })

  it('loses the role once an admin moves them to another business', async () => {
    const { manager } = await business()
    const other = await portal.addUser({ account_number: '7700077' })
    const profile = Object.fromEntries(customerFields.map((field) => [field, 'Boston']))
    const payload = { ...profile, email: manager.email, licenseExpiryDate: '2031-01-01', accountID: '7700077' }
    const moved = await portal.send({
      method: 'PUT',
      url: `/api/users/${manager._id}`,
      query: { joins: other.businessId },
      payload,
      as: admin,
    })
    assert.equal(moved.status, 200, moved.raw.body)
    assert.equal((await call(people.list, { params: { id: other._id }, as: manager })).status, 403)
  })
})
