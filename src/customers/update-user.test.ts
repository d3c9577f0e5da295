import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { addHold } from '#orders/testing-holds.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from '#identity/contract.ts'
import { users } from './contract.ts'
import { customerFields } from './customer-shapes.ts'

const portal = await startTestPortal()
const { db, day } = portal
const admin = await portal.addUser({ is_admin: true, password_hash: 'x' })
const other = await portal.addUser({ is_admin: true, password_hash: 'x' })

const whole = (facts: object = {}) => ({
  ...Object.fromEntries(customerFields.map((field) => [field, `some ${field}`])),
  email: `customer-${randomUUID()}@acme.example`,
  accountID: `A-${randomUUID()}`,
  licenseExpiryDate: day(400),
  ...facts,
})

const userById = async ({ _id }: TestUser) => (await portal.call(users.byId, { params: { id: _id }, as: admin })).body
const update = (user: TestUser, body: object, as = admin) =>
  portal.send({ method: 'PUT', url: `/api/users/${user._id}`, payload: body, as })
const isAlive = async (user: TestUser) => (await portal.call(accounts.sessions, { as: user })).status === 200

describe('editing a customer', () => {
  it('writes every field, once, with before and after in the audit trail', async () => {
    const customer = await portal.addUser()
    const form = whole({ email: customer.email })
    const { status, body } = await update(customer, { _id: customer._id, ...form })
    assert.deepEqual([status, body.message], [200, 'Customer updated successfully'])
    const user: Record<string, unknown> = await userById(customer)
    for (const [field, value] of Object.entries(form)) assert.equal(user[field], value, field)
    assert.equal(user['__v'], 2)
    const [entry] = await db.selectFrom('audit_entry').selectAll().where('entity_id', '=', customer._id).execute()
    assert.equal(entry?.action, 'account changed')
    assert.equal((entry?.before as { shipto_city: string } | undefined)?.shipto_city, 'Boston')
    assert.equal((entry?.after as { shipto_city: string } | undefined)?.shipto_city, 'some shipto_city')
  })

  it('accepts an account number as long as other texts', async () => {
    const customer = await portal.addUser()
    const accountID = `A${randomUUID().repeat(9)}`.slice(0, 300)
    assert.equal((await update(customer, whole({ accountID: `00${accountID}` }))).status, 400)
    assert.equal((await update(customer, whole({ accountID }))).status, 200)
    assert.equal((await userById(customer)).accountID, accountID)
  })

  it('is refused while any required field is empty, and names it', async () => {
    const customer = await portal.addUser()
    for (const field of customerFields) {
      const { status, body } = await update(customer, whole({ [field]: '' }))
      assert.ok(status === 422 || (field === 'email' && status === 400), field)
      if (status === 422) assert.deepEqual(body.missing, [field])
    }
    assert.equal((await userById(customer)).__v, 1)
  })

  it('refuses the second of two admins, and loses nothing', async () => {
    const customer = await portal.addUser()
    const { __v } = await userById(customer)
    const answers = await Promise.all([
      update(customer, { ...whole({ phone: 'first' }), __v }),
      update(customer, { ...whole({ phone: 'second' }), __v }, other),
    ])
    const [won, lost] = answers.toSorted((one, another) => one.status - another.status)
    assert.deepEqual(
      [won?.status, lost?.status, lost?.body.message],
      [200, 409, 'This customer was changed by someone else.'],
    )
    const kept = await userById(customer)
    assert.equal((won?.body.user as { phone: string } | undefined)?.phone, kept.phone)
    assert.equal((lost?.body.current as { phone: string } | undefined)?.phone, kept.phone)
    assert.equal(kept.__v, 2)
  })

  it('answers 409 for an address that is taken', async () => {
    const customer = await portal.addUser()
    const { status, body } = await update(customer, { name: 'Ann', email: other.email.toUpperCase() })
    assert.deepEqual([status, body.message, body.field], [409, 'This email address is already in use.', 'email'])
  })

  it('replaces an unconfirmed address immediately, and signs out', async () => {
    const customer = await portal.addUser({ email_proven_at: null, password_hash: 'x' })
    const email = `new-${randomUUID()}@acme.example`
    const { status, body } = await update(customer, { email })
    assert.deepEqual([status, (body.user as { email: string }).email], [200, email])
    assert.equal(await isAlive(customer), false)
    const mails = await db
      .selectFrom('mail')
      .select('recipient')
      .where('recipient', 'in', [email, customer.email])
      .execute()
    assert.deepEqual(mails, [{ recipient: email }])
  })

  it('ignores password, version, sales rep role and deletion in the body', async () => {
    const customer = await portal.addUser()
    await update(customer, {
      name: 'Ann',
      password: 'violet-anchor-17',
      password_hash: 'x',
      isSalesRep: true,
      version: 77,
      deleted_at: '2020-01-01',
      _id: admin._id,
    })
    const row = await db.selectFrom('user_account').selectAll().where('id', '=', customer._id).executeTakeFirstOrThrow()
    assert.deepEqual([row.password_hash, row.is_sales_rep, row.version, row.deleted_at], [null, false, 2, null])
  })
})

describe('a license', () => {
  const addHeld = async (user: TestUser) => {
    const id = await addListedOrder(db, { user_id: user._id, erp_state: 'held' })
    await db
      .insertInto('order_line')
      .values({ order_id: id, line_no: 1, name: 'Tablet', slug: '1', quantity: 1, price: 1, dispensing: 'Rx' })
      .execute()
    await addHold(db, id)
    return { id }
  }
  const stateOf = async (id: string) =>
    (await db.selectFrom('sales_order').select('erp_state').where('id', '=', id).executeTakeFirstOrThrow()).erp_state

  it('that is renewed releases the orders on hold for it, and no others', async () => {
    const [customer, another] = [
      await portal.addUser({ license_expiry_date: day(-2) }),
      await portal.addUser({ license_expiry_date: day(-2) }),
    ]
    const [mine, theirs] = [await addHeld(customer), await addHeld(another)]
    await update(customer, whole({ licenseExpiryDate: day(-1) }))
    assert.equal(await stateOf(mine.id), 'held')
    await update(customer, whole({ licenseExpiryDate: day(365) }))
    assert.deepEqual([await stateOf(mine.id), await stateOf(theirs.id)], ['waiting', 'held'])
    assert.ok(await db.selectFrom('job').select('id').where('key', '=', mine.id).executeTakeFirst())
    const entry = await db
      .selectFrom('audit_entry')
      .select(['action', 'actor_id', 'on_behalf_of'])
      .where('entity_id', '=', mine.id)
      .executeTakeFirst()
    assert.deepEqual(entry, { action: 'order released', actor_id: admin._id, on_behalf_of: customer._id })
  })
})

describe('editing a sales rep', () => {
  it('requires its five fields', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const form = { name: 'Ann', lastName: 'Lee', accountID: '9', companyName: 'Apotheca', email: rep.email }
    const { status, body } = await update(rep, form)
    assert.deepEqual([status, body.message], [200, 'Sales Rep updated successfully'])
    for (const field of ['name', 'lastName', 'accountID', 'companyName'])
      assert.equal((await update(rep, { ...form, [field]: ' ' })).status, 422, field)
    assert.equal(await isAlive(rep), true)
  })
})

describe('editing a user', () => {
  it('grants and revokes admin rights, and signs out each time', async () => {
    const user = await portal.addUser({ is_sales_rep: true, password_hash: 'x' })
    const { body } = await update(user, {
      _id: user._id,
      name: 'Ann',
      email: user.email,
      isAdmin: true,
      isActive: true,
    })
    assert.equal(body.message, 'User updated successfully')
    assert.deepEqual([(await userById(user)).isAdmin, (await userById(user)).isSalesRep], [true, false])
    assert.equal(await isAlive(user), false)
    assert.equal((await update(user, { isAdmin: false })).status, 200)
    assert.equal((await userById(user)).isAdmin, false)
  })

  it('leaves former staff inactive until the customer profile is complete', async () => {
    const former = await portal.addUser({ is_admin: true })
    // As sent by a form that shows the user as active.
    assert.equal((await update(former, { isAdmin: false, isActive: true })).status, 200)
    assert.deepEqual([(await userById(former)).isAdmin, (await userById(former)).isActive], [false, false])
  })

  it('deactivates immediately', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    assert.equal((await update(rep, { isActive: false })).status, 200)
    assert.equal(await isAlive(rep), false)
  })

  it('never removes the caller’s own rights or the last admin', async () => {
    assert.equal((await update(admin, { isAdmin: false })).status, 409)
    assert.equal((await update(admin, { isActive: false })).status, 409)
    assert.equal((await portal.call(users.remove, { params: { id: admin._id }, query: {}, as: admin })).status, 409)
    const alone = await startTestPortal()
    const [one, two] = [
      await alone.addUser({ is_admin: true, password_hash: 'x' }),
      await alone.addUser({ is_admin: true, password_hash: 'x' }),
    ]
    const answers = await Promise.all([
      alone.send({ method: 'PUT', url: `/api/users/${one._id}`, payload: { isAdmin: false }, as: two }),
      alone.send({ method: 'PUT', url: `/api/users/${two._id}`, payload: { isAdmin: false }, as: one }),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const admins = await alone.db.selectFrom('user_account').select('id').where('is_admin', '=', true).execute()
    assert.equal(admins.length, 1)
  })

  it('is for admins only, and answers 404 for unknown users', async () => {
    assert.equal(
      (await portal.send({ method: 'PUT', url: `/api/users/${randomUUID()}`, payload: { name: 'A' }, as: admin }))
        .status,
      404,
    )
    assert.equal(
      (await portal.send({ method: 'PUT', url: '/api/users/1', payload: { name: 'A' }, as: admin })).status,
      400,
    )
    const rep = await portal.addUser({ is_sales_rep: true })
    assert.equal((await update(rep, { isAdmin: true }, rep)).status, 403)
  })
})

describe('inviting a colleague', () => {
  it('adds an account without a password and emails a link to set one', async () => {
    const email = 'new-rep@apotheca.example'
    const { status, body } = await portal.call(users.invite, {
      query: {},
      body: { role: 'salesRep', name: 'Sam', lastName: 'Roe', email },
      as: admin,
    })
    assert.deepEqual([status, body.user.isSalesRep, body.user.hasPassword], [201, true, false])
    const mail = await db.selectFrom('mail').select('body').where('recipient', '=', email).executeTakeFirstOrThrow()
    const key = /Key: (\S+)/.exec(mail.body)?.[1] ?? ''
    assert.equal((await portal.call(users.inviteAgain, { params: { id: body.user._id }, as: admin })).status, 200)
    const set = (given: string) =>
      portal.call(accounts.resetPassword, { body: { email, pass: 'violet-anchor-17', key: given } })
    assert.equal((await set(key)).status, 400, 'a newer invitation makes the first void')
    const { body: newest } = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.equal((await set(/Key: (\S+)/.exec(newest)?.[1] ?? '')).status, 200)
    const signIn = await portal.call(accounts.signIn, { body: { email, password: 'violet-anchor-17' } })
    assert.deepEqual([signIn.status, signIn.body.isSalesRep], [200, true])
    assert.equal((await portal.call(users.inviteAgain, { params: { id: body.user._id }, as: admin })).status, 409)
    const twice = await portal.call(users.invite, {
      query: {},
      body: { role: 'admin', name: 'Sam', lastName: 'Roe', email },
      as: admin,
    })
    assert.equal(twice.status, 409)
  })
})
