import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AccountFacts, startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from '#identity/contract.ts'
import { users } from './contract.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, password_hash: 'x' })
const other = await portal.addUser({ is_admin: true, password_hash: 'x' })

const billTo = {
  billto_name: 'Test Pharmacy',
  billto_address1: '1 Main Street',
  billto_city: 'Boston',
  billto_state: 'MA',
  billto_zip: '02101',
  billto_country: 'US',
}
const addWaiting = (facts: AccountFacts = {}) => portal.addUser({ is_active: false, ...billTo, ...facts })

const rowOf = (user: TestUser) =>
  db.selectFrom('user_account').selectAll().where('id', '=', user._id).executeTakeFirstOrThrow()
const subjectsTo = async ({ email }: TestUser) =>
  (await db.selectFrom('mail').select('subject').where('recipient', '=', email).execute()).map(({ subject }) => subject)
const actionsOn = async ({ _id }: TestUser) =>
  (await db.selectFrom('audit_entry').select('action').where('entity_id', '=', _id).orderBy('at').execute()).map(
    ({ action }) => action,
  )
const waiting = async () =>
  (await portal.call(users.notifications, { params: { email: admin.email }, as: admin })).body.inActiveCustomers

describe('accepting a customer', () => {
  it('activates the account, emails the customer and lowers the badge', async () => {
    const customer = await addWaiting()
    const before = await waiting()
    const { status, body } = await portal.call(users.activate, {
      params: { id: customer._id },
      query: {},
      as: admin,
    })
    assert.deepEqual([status, body.message, body.user.isActive], [200, 'Customer profile accepted', true])
    assert.equal(await waiting(), before - 1)
    assert.deepEqual(await subjectsTo(customer), ['Your account is ready'])
    assert.deepEqual(await actionsOn(customer), ['customer accepted'])
  })

  it('is refused with the missing fields while ship-to, bill-to or license is incomplete', async () => {
    for (const missing of ['shipto_city', 'billto_zip', 'billto_country', 'license'] as const) {
      const customer = await addWaiting({ [missing]: '' })
      const { status, body } = await portal.send({
        method: 'PUT',
        url: `/api/users/Activate/${customer._id}`,
        as: admin,
      })
      assert.deepEqual(
        [status, body],
        [422, { message: 'Complete the user profile before activating.', missing: [missing] }],
      )
      assert.equal((await rowOf(customer)).is_active, false)
    }
  })

  it('has the same conditions when isActive is edited', async () => {
    const customer = await addWaiting({ license: '' })
    const { status } = await portal.call(users.update, {
      params: { id: customer._id },
      query: {},
      body: { name: 'Ann', isActive: true },
      as: admin,
    })
    assert.equal(status, 422)
    assert.equal((await rowOf(customer)).is_active, false)
  })

  it('happens once, however many admins press it how often', async () => {
    const customer = await addWaiting()
    const answers = await Promise.all(
      [admin, other, admin, other].map((as) =>
        portal.call(users.activate, { params: { id: customer._id }, query: {}, as }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    assert.deepEqual(await subjectsTo(customer), ['Your account is ready'])
    assert.deepEqual(await actionsOn(customer), ['customer accepted'])
  })

  it('shows who else has the account ID, and records it in the audit trail', async () => {
    const holder = await portal.addUser({ account_number: '7700', ...billTo })
    const customer = await addWaiting({ account_number: '7700' })
    const { body } = await portal.call(users.sameAccount, { params: { id: customer._id }, as: admin })
    assert.deepEqual(
      body.map(({ _id }) => _id),
      [holder._id],
    )
    const query = { joins: holder.businessId }
    const { status } = await portal.call(users.activate, { params: { id: customer._id }, query, as: admin })
    assert.equal(status, 200)
    const entry = await db
      .selectFrom('audit_entry')
      .select('after')
      .where('entity_id', '=', customer._id)
      .executeTakeFirstOrThrow()
    assert.deepEqual((entry.after as { accountSharedWith: string[] }).accountSharedWith, [holder.email])
  })
})

describe('rejecting a request', () => {
  it('removes it, emails the applicant, and frees the address', async () => {
    const customer = await addWaiting()
    const { status, body } = await portal.call(users.reject, {
      params: { id: customer._id },
      query: { reason: 'No license' },
      as: admin,
    })
    assert.deepEqual([status, body.message], [200, 'Customer profile rejected'])
    assert.deepEqual(await subjectsTo(customer), ['Your account request'])
    assert.equal((await portal.call(users.byId, { params: { id: customer._id }, as: admin })).status, 404)
    await portal.addUser({ email: customer.email })
    const again = await portal.call(users.reject, { params: { id: customer._id }, query: {}, as: other })
    assert.equal(again.status, 404)
  })

  it('is only possible for pending requests', async () => {
    const active = await portal.addUser()
    assert.equal((await portal.call(users.reject, { params: { id: active._id }, query: {}, as: admin })).status, 409)
    assert.equal((await portal.call(users.reject, { params: { id: other._id }, query: {}, as: admin })).status, 404)
  })

  it('and accepting it concurrently have one outcome', async () => {
    const customer = await addWaiting()
    const [accepted, rejected] = await Promise.all([
      portal.call(users.activate, { params: { id: customer._id }, query: {}, as: admin }),
      portal.call(users.reject, { params: { id: customer._id }, query: {}, as: other }),
    ])
    assert.equal([accepted.status, rejected.status].filter((status) => status === 200).length, 1)
    assert.equal((await actionsOn(customer)).length, 1)
  })
})

describe('deleting a customer', () => {
  it('ends sessions, contract prices and favorites; the token is invalid', async () => {
    const customer = await portal.addUser()
    const product = await db
      .insertInto('product')
      .values({ id: crypto.randomUUID(), name: 'P', slug: `p-${customer._id}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('contract_price')
      .values({ product_id: product.id, business_id: customer.businessId, list: 'general', price: 1 })
      .execute()
    await db.insertInto('favourite').values({ user_id: customer._id, product_id: product.id }).execute()
    await db
      .insertInto('saved_view')
      .values({ id: crypto.randomUUID(), user_id: customer._id, table_name: 'orders', name: 'Mine', state: '{}' })
      .execute()
    await db
      .insertInto('known_device')
      .values({ user_id: customer._id, token_hash: Buffer.from('one') })
      .execute()
    const { status, body } = await portal.call(users.remove, { params: { id: customer._id }, query: {}, as: admin })
    assert.deepEqual([status, body.message], [200, 'Order deleted successfully'])
    assert.equal((await portal.call(accounts.sessions, { as: customer })).status, 401)
    for (const table of ['favourite', 'session', 'saved_view', 'known_device'] as const)
      assert.deepEqual(await db.selectFrom(table).select('user_id').where('user_id', '=', customer._id).execute(), [])
    const { businessId } = customer
    assert.deepEqual(
      await db.selectFrom('contract_price').select('list').where('business_id', '=', businessId).execute(),
      [],
    )
    assert.equal((await portal.call(users.remove, { params: { id: customer._id }, query: {}, as: admin })).status, 404)
  })

  it('is only possible for active customers', async () => {
    const customer = await addWaiting()
    assert.equal((await portal.call(users.remove, { params: { id: customer._id }, query: {}, as: admin })).status, 409)
  })
})

describe('converting a customer', () => {
  it('makes a sales rep, ends the session and the contract prices', async () => {
    const customer = await portal.addUser()
    const { status, body } = await portal.call(users.convertToSalesRep, { params: { id: customer._id }, as: admin })
    assert.deepEqual(
      [status, body.message, body.user.isSalesRep],
      [200, 'Profile maked as sales representative.', true],
    )
    assert.equal((await portal.call(accounts.sessions, { as: customer })).status, 401)
    const listed = async (path: string) => {
      const { raw } = await portal.send({ method: 'GET', url: `/api/users/${path}?pageSize=200`, as: admin })
      return raw.json<{ _id: string }[]>().some(({ _id }) => _id === customer._id)
    }
    assert.deepEqual([await listed('staff'), await listed('customers')], [true, false])
  })

  it('is refused with one message for pending customers, reps and admins', async () => {
    for (const user of [await addWaiting(), await portal.addUser({ is_sales_rep: true }), other]) {
      const { status, body } = await portal.call(users.convertToSalesRep, { params: { id: user._id }, as: admin })
      assert.deepEqual(
        [status, body.message],
        [409, 'Could not make the user a sales representative. Kindly contact admin for details.'],
      )
    }
  })
})

describe('the list of customers', () => {
  it('is filtered, sorted, paged and counted by the server', async () => {
    const { day } = portal
    const states = { expired: day(-3), expiring: day(20), valid: day(200) }
    for (const [name, license_expiry_date] of Object.entries(states))
      await portal.addUser({ company_name: `Zebra ${name} 100%`, license_expiry_date })
    await portal.addUser({ company_name: 'Zebra none', license_expiry_date: null })
    const list = (query: object) =>
      portal.send({ method: 'GET', url: '/api/users/customers', query: query as Record<string, string>, as: admin })
    const zebras = JSON.stringify({ company: 'zebra' })
    const { raw } = await list({ query: zebras, sort: 'company', pageSize: '3' })
    const rows = raw.json<{ companyName: string; licenseState: string }[]>()
    assert.equal(raw.headers['x-total-count'], '4')
    assert.deepEqual(
      rows.map(({ licenseState }) => licenseState),
      ['expired', 'expiring', 'none'],
    )
    const expiring = await list({ query: JSON.stringify({ company: 'zebra', license: 'expiring' }) })
    assert.deepEqual(expiring.raw.json<unknown[]>().length, 1)
    for (const [license, count] of [
      ['none', '1'],
      ['valid', '1'],
      ['expired', '1'],
      ['constructor', '0'],
    ]) {
      const found = await list({ query: JSON.stringify({ company: 'zebra', license }) })
      assert.equal(found.raw.headers['x-total-count'], count, license)
    }
    const byLicense = await list({ query: zebras, sort: '-license' })
    assert.deepEqual(
      byLicense.raw.json<{ licenseState: string }[]>().map(({ licenseState }) => licenseState),
      ['none', 'valid', 'expiring', 'expired'],
    )
    assert.equal((await list({ query: JSON.stringify({ company: '100%' }) })).raw.headers['x-total-count'], '3')
    assert.equal((await list({ query: JSON.stringify({ any: 'zebra %_' }) })).raw.headers['x-total-count'], '0')
    assert.equal((await list({ query: '{broken' })).status, 400)
    assert.equal((await list({ sort: 'password_hash' })).status, 400)
    assert.ok(!raw.body.includes('password'))
  })
})
