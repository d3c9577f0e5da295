import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from './contract.ts'
import { hashPassword } from './hash-password.ts'
import { openSession } from './open-session.ts'

const portal = await startTestPortal()
const old = 'correct horse battery'
const fresh = 'violet-anchor-17'
const password_hash = await hashPassword(old)
const addUser = () => portal.addUser({ password_hash, name: 'Ann' })

const minutesAgo = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`

/** As if the user signed in twenty minutes ago. */
const age = (user: TestUser) =>
  portal.db
    .updateTable('session')
    .set({ created_at: minutesAgo(20), confirmed_at: minutesAgo(20) })
    .where('user_id', '=', user._id)
    .execute()
const change = (user: TestUser, body: object) =>
  portal.send({
    method: 'PUT',
    url: '/api/users/profile',
    payload: { name: 'Ann', email: user.email, ...body },
    as: user,
  })
const secondSession = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: await openSession(portal.db, { userId: user._id, ip: '10.0.0.2', userAgent: 'Firefox' }),
})
const isAlive = async (user: TestUser) => (await portal.call(accounts.sessions, { as: user })).status === 200

describe('the user’s own profile', () => {
  it('changes the name, and ignores all other fields of the body', async () => {
    const user = await portal.addUser({ password_hash, name: 'Ann', account_number: '1000777' })
    await age(user)
    const { status, body } = await change(user, {
      name: 'Anna',
      isAdmin: true,
      isSalesRep: true,
      accountID: '666',
      license: 'forged',
      _id: 'other',
    })
    assert.deepEqual([status, body.message, body.name, body.isAdmin], [200, 'User updated successfully', 'Anna', false])
    const row = await portal.db.selectFrom('account').selectAll().where('id', '=', user._id).executeTakeFirstOrThrow()
    assert.deepEqual([row.name, row.is_admin, row.account_number, row.license], ['Anna', false, '1000777', 'PH-1'])
    assert.equal(await isAlive(user), true)
  })

  it('changes the password right after a sign-in, ends every other session and returns a new token', async () => {
    const user = await addUser()
    const elsewhere = await secondSession(user)
    const { status, body } = await change(user, { password: fresh })
    assert.equal(status, 200)
    assert.deepEqual([await isAlive(user), await isAlive(elsewhere)], [false, false])
    assert.equal(await isAlive({ ...user, token: String(body.token) }), true)
    assert.equal((await portal.call(accounts.signIn, { body: { email: user.email, password: fresh } })).status, 200)
  })

  it('requires the current password for a new password or address when the sign-in is old', async () => {
    const user = await addUser()
    await age(user)
    for (const sensitive of [{ password: fresh }, { email: 'new-ann@acme.example' }]) {
      const refused = await change(user, sensitive)
      assert.deepEqual([refused.status, refused.body.field], [403, 'currentPassword'])
      const wrong = await change(user, { ...sensitive, currentPassword: 'wrong' })
      assert.deepEqual([wrong.status, wrong.body.field], [400, 'currentPassword'])
    }
    const { status, body } = await change(user, { email: 'new-ann@acme.example', currentPassword: old })
    assert.deepEqual([status, body.email], [200, user.email])
    const mails = await portal.db
      .selectFrom('mail')
      .select('recipient')
      .where('recipient', 'in', [user.email, 'new-ann@acme.example'])
      .execute()
    assert.equal(mails.length, 2)
    const { body: withPassword } = await change(user, { password: fresh, currentPassword: old })
    const as = { ...user, token: String(withPassword.token) }
    const [session] = (await portal.call(accounts.sessions, { as })).body
    assert.ok(Date.now() - Date.parse(session?.createdAt ?? '') > 19 * 60_000, 'a change is not a fresh sign-in')
  })

  it('answers another user’s address like any other, and notifies its owner', async () => {
    const [user, other] = [await addUser(), await addUser()]
    const free = await change(user, { email: 'nobody-has-it@acme.example' })
    const taken = await change(user, { email: other.email })
    assert.deepEqual([taken.status, taken.body], [free.status, free.body])
    const subjects = await portal.db.selectFrom('mail').select('subject').where('recipient', '=', other.email).execute()
    assert.deepEqual(
      subjects.map(({ subject }) => subject),
      ['You already have an account'],
    )
    assert.equal((await change(user, { email: other.email })).status, 200)
  })

  it('refuses a weak password', async () => {
    const user = await addUser()
    assert.equal((await change(user, { password: 'password1' })).body.field, 'password')
    assert.equal((await change(user, { name: '' })).body.message, 'Name is required.')
  })
})

describe('sessions', () => {
  it('are listed for their owner only, without secrets, and can be ended one by one', async () => {
    const user = await addUser()
    const elsewhere = await secondSession(user)
    const { body, raw } = await portal.call(accounts.sessions, { as: user })
    assert.equal(body.length, 2)
    assert.ok(!raw.body.includes(user.token))
    const other = body.find(({ isCurrent }) => !isCurrent)
    assert.deepEqual([other?.ip, other?.userAgent], ['10.0.0.2', 'Firefox'])
    const stranger = await addUser()
    const end = (as: TestUser) => portal.call(accounts.endSession, { params: { id: other?._id ?? '' }, as })
    assert.equal((await end(stranger)).status, 404)
    assert.equal((await end(user)).status, 200)
    assert.deepEqual([await isAlive(user), await isAlive(elsewhere)], [true, false])
  })

  it('all end with sign out everywhere', async () => {
    const user = await addUser()
    const elsewhere = await secondSession(user)
    assert.equal((await portal.call(accounts.endSessions, { as: user })).status, 200)
    assert.deepEqual([await isAlive(user), await isAlive(elsewhere)], [false, false])
  })
})

describe('what belongs to one account', () => {
  it('is not returned to another', async () => {
    const canary = 'CANARY-7f3a'
    const owner = await portal.addUser({
      company_name: `${canary} company`,
      license: canary,
      phone: canary,
      shipto_address1: canary,
      account_number: canary,
    })
    const curious = [await portal.addUser(), await portal.addUser({ is_sales_rep: true })]
    for (const as of curious)
      for (const url of [
        `/api/users/${owner._id}`,
        `/api/users/${owner._id}/sameAccount`,
        '/api/users/customers',
        '/api/users/staff',
        '/api/audit',
        '/api/audit/csv',
        '/api/users/sessions',
        `/api/users/notifications/${owner.email}`,
      ]) {
        const { raw, status } = await portal.send({ method: 'GET', url, as })
        assert.ok(!raw.body.includes(canary), `${url}: ${status}`)
      }
    const list = await portal.send({ method: 'GET', url: '/api/users', as: curious[1] ?? null })
    assert.ok(!/license|phone|shipto_address1|createdAt|hasPassword/.test(list.raw.body))
  })
})
