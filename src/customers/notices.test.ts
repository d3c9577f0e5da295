import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from '#identity/contract.ts'
import { hashPassword } from '#identity/hash-password.ts'
import { cheapHash } from '#identity/testing-hash.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '1', ADMIN_IDLE_MINUTES: '30' } })
const { call, db } = portal
const password = 'correct horse battery'
const password_hash = await hashPassword(password)

const signIn = ({ email }: { email: string }, cookie = '', remoteAddress = '10.0.0.1', secret = password) =>
  portal.send({
    method: 'POST',
    url: '/api/users/signin',
    payload: { email, password: secret },
    remoteAddress,
    headers: { cookie, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0 <b>' },
  })

const mailsTo = (email: string) =>
  db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', email).orderBy('id').execute()

describe('a new browser', () => {
  it('is reported to the user by email, except for their first and known ones', async () => {
    const { email } = await portal.addUser({ password_hash })
    const first = await signIn({ email })
    assert.deepEqual(await mailsTo(email), [])
    const known = [first.raw.headers['set-cookie']]
      .flat()
      .map((cookie) => cookie?.split(';')[0])
      .join('; ')
    assert.equal((await signIn({ email }, known)).status, 200)
    assert.deepEqual(await mailsTo(email), [])
    assert.equal((await signIn({ email })).status, 200)
    const [mail, ...more] = await mailsTo(email)
    assert.deepEqual([mail?.subject, more], ['New sign-in to your account', []])
    assert.match(mail?.body ?? '', /Firefox on Windows, .* from 10\.0\.0\.1\./)
  })
})

describe('an account with too many failed sign-ins', () => {
  it('notifies its user once, and an unknown address gets the same answer', async () => {
    const { email } = await portal.addUser({ password_hash: cheapHash(password) })
    for (const to of [email, 'nobody@acme.example']) {
      const statuses = []
      for (let at = 0; at < 52; at++) statuses.push((await signIn({ email: to }, '', `10.9.0.${at}`, 'wrong')).status)
      assert.deepEqual(statuses.slice(48), [401, 401, 429, 429])
    }
    const jobs = await db.selectFrom('job').select('payload').where('kind', '=', 'accounts.tell-locked').execute()
    assert.deepEqual(
      jobs.map(({ payload }) => payload),
      [{ email }, { email: 'nobody@acme.example' }],
    )
    await portal.worker.drain()
    assert.deepEqual(
      (await mailsTo(email)).map(({ subject }) => subject),
      ['Too many failed sign-in attempts'],
    )
  })
})

describe('an admin’s session', () => {
  const age = (user: TestUser, seen: number, made: number) =>
    db
      .updateTable('session')
      .set({
        last_seen_at: sql<Date>`now() - make_interval(mins => ${seen})`,
        created_at: sql<Date>`now() - make_interval(mins => ${made})`,
      })
      .where('user_id', '=', user._id)
      .execute()
  const statusOf = async (as: TestUser) => (await call(accounts.sessions, { as })).status

  it('ends sooner than others', async () => {
    const [admin, customer] = [await portal.addUser({ is_admin: true }), await portal.addUser()]
    for (const [seen, made, statuses] of [
      [29, 11 * 60, [200, 200]],
      [1, 12 * 60 + 1, [401, 200]],
      [31, 31, [401, 200]],
      [12 * 60 + 1, 13 * 60, [401, 401]],
    ] as const) {
      for (const user of [admin, customer]) await age(user, seen, made)
      assert.deepEqual([await statusOf(admin), await statusOf(customer)], statuses)
    }
  })
})

describe('ending another user’s sessions', () => {
  it('is only for admins, is audited, and notifies the user', async () => {
    const [admin, user, other] = [
      await portal.addUser({ is_admin: true }),
      await portal.addUser(),
      await portal.addUser(),
    ]
    const end = (as: TestUser, id: string) => call(accounts.endSessionsOf, { params: { id }, as })
    assert.equal((await end(other, user._id)).status, 403)
    assert.equal((await end(admin, user._id)).status, 200)
    assert.equal((await call(accounts.sessions, { as: user })).status, 401)
    assert.equal((await call(accounts.sessions, { as: other })).status, 200)
    assert.deepEqual(
      (await mailsTo(user.email)).map(({ subject }) => subject),
      ['You were signed out everywhere'],
    )
    const entry = await db
      .selectFrom('audit_entry')
      .select('actor_id')
      .where('entity_id', '=', user._id)
      .where('action', '=', 'sessions ended')
      .executeTakeFirst()
    assert.equal(entry?.actor_id, admin._id)
  })
})
