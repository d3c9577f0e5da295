import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from './contract.ts'
import { users } from '#customers/contract.ts'
import { hashPassword } from './hash-password.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const discreet = await startTestPortal({ environment: { HIDE_UNKNOWN_EMAIL: '1' } })
const old = 'correct horse battery'
const fresh = 'violet-anchor-17'
const password_hash = await hashPassword(old)

const addUser = () => portal.addUser({ password_hash })
const ask = ({ email }: { email: string }, headers = {}) =>
  portal.call(accounts.sendResetLink, { params: { email }, headers })
const newestMail = async ({ email }: TestUser) =>
  (
    await portal.db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', email)
      .where('subject', '=', 'Reset your password')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).body
const keyFor = async (user: TestUser): Promise<string> => {
  assert.equal((await ask(user)).status, 200)
  return /Key: (\S+)/.exec(await newestMail(user))?.[1] ?? ''
}
const set = ({ email }: { email: string }, key: string, pass = fresh) =>
  portal.call(accounts.resetPassword, { body: { email, pass, key } })
const canSignIn = async ({ email }: TestUser, password: string) =>
  (await portal.call(accounts.signIn, { body: { email, password } })).status === 200

describe('a reset key', () => {
  it('changes the password once, ends every session and sends a notice', async () => {
    const user = await addUser()
    const key = await keyFor(user)
    const { status, body } = await set(user, key)
    assert.deepEqual([status, body.message], [200, 'Password has been changed successfully.'])
    assert.deepEqual([await canSignIn(user, fresh), await canSignIn(user, old)], [true, false])
    assert.equal((await portal.call(accounts.sessions, { as: user })).status, 401)
    const again = await set(user, key, 'another-violet-19')
    assert.deepEqual([again.status, again.body.message], [400, 'Invalid or expired key'])
    const changed = await portal.db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', user.email)
      .where('subject', '=', 'Your password was changed')
      .execute()
    assert.equal(changed.length, 1)
  })

  it('works for one of ten concurrent uses', async () => {
    const user = await addUser()
    const key = await keyFor(user)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => set(user, key, `violet-anchor-${at}9`)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  it('is void when a newer one was requested, when it is an hour old, and for any other user', async () => {
    const [user, other] = [await addUser(), await addUser()]
    const first = await keyFor(user)
    const second = await keyFor(user)
    assert.equal((await set(user, first)).status, 400)
    assert.equal((await set(other, second)).status, 400)
    await portal.db
      .updateTable('password_key')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('user_id', '=', user._id)
      .execute()
    assert.equal((await set(user, second)).status, 400)
    const third = await keyFor(user)
    const { lifetime } = await portal.db
      .selectFrom('password_key')
      .select(sql<number>`extract(epoch from expires_at - now())::int`.as('lifetime'))
      .where('user_id', '=', user._id)
      .executeTakeFirstOrThrow()
    assert.ok(lifetime > 3_500 && lifetime <= 3_600)
    assert.equal((await set(user, third)).status, 200)
  })

  it('is refused when empty, short or of another kind', async () => {
    const user = await addUser()
    await ask(user)
    for (const key of ['', ' ', '0', 'x'.repeat(43), 'null'])
      assert.equal((await set(user, key)).status, 400, JSON.stringify(key))
    for (const key of [null, 0, {}, [], { $ne: '' }]) {
      const payload = { email: user.email, pass: fresh, key }
      assert.equal((await portal.send({ method: 'POST', url: '/api/users/resetUserPass', payload })).status, 400)
    }
    assert.equal(await canSignIn(user, old), true)
  })

  it('is stored as a hash, and is not in the audit trail', async () => {
    const user = await addUser()
    const key = await keyFor(user)
    const [keys, trail] = await Promise.all([
      portal.db.selectFrom('password_key').selectAll().execute(),
      portal.db.selectFrom('audit_entry').selectAll().execute(),
    ])
    assert.ok(!JSON.stringify([keys, trail]).includes(key))
    assert.ok(!keys.some(({ key_hash }) => key_hash.includes(key)))
  })

  it('does not survive the account', async () => {
    const admin = await portal.addUser({ is_admin: true })
    const user = await addUser()
    const key = await keyFor(user)
    await portal.call(users.remove, { params: { id: user._id }, query: {}, as: admin })
    assert.equal((await set(user, key)).status, 400)
  })

  it('leads to the portal’s own address, whatever host the request names', async () => {
    const user = await addUser()
    await ask(user, { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' })
    const mail = await newestMail(user)
    assert.ok(mail.includes('https://portal.example/setnewpass#email='), 'a fragment is in no log')
    assert.ok(!mail.includes('evil.example'))
  })
})

describe('asking for a reset', () => {
  const asked = async (method: 'GET' | 'HEAD', site: string | null) => {
    const user = await addUser()
    const headers = site === null ? {} : { 'sec-fetch-site': site }
    const { status } = await portal.send({ method, url: `/api/users/resetPassLink/${user.email}`, headers })
    const { length } = await portal.db.selectFrom('mail').select('id').where('recipient', '=', user.email).execute()
    return [status, length]
  }

  it('is for our own pages and for programs, not for an image or a link of another site', async () => {
    assert.deepEqual(await asked('GET', 'same-origin'), [200, 1])
    assert.deepEqual(await asked('GET', null), [200, 1])
    for (const site of ['cross-site', 'same-site', 'none']) assert.deepEqual(await asked('GET', site), [403, 0])
    assert.deepEqual(await asked('HEAD', null), [404, 0])
  })
})

describe('an unknown address', () => {
  it('is not found', async () => {
    const { status, body } = await ask({ email: 'nobody@test.example' })
    assert.deepEqual([status, body.message], [404, 'User not found'])
    assert.equal((await set({ email: 'nobody@test.example' }, 'x'.repeat(43))).body.message, 'Invalid or expired key')
  })

  it('gets the same answer with HIDE_UNKNOWN_EMAIL for the same work; the email follows', async () => {
    const user = await discreet.addUser()
    const unknownEmail = 'nobody@test.example'
    const [known, unknown] = await Promise.all(
      [user.email, unknownEmail].map((email) => discreet.call(accounts.sendResetLink, { params: { email } })),
    )
    assert.equal(known?.status, 200)
    assert.deepEqual([unknown?.status, unknown?.body], [known?.status, known?.body])
    const jobs = await discreet.db
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'accounts.send-reset-link')
      .execute()
    assert.deepEqual(jobs.map(({ payload }) => payload['email']).toSorted(), [unknownEmail, user.email].toSorted())
    assert.deepEqual(await discreet.db.selectFrom('password_key').select('user_id').execute(), [])

    await discreet.worker.drain()
    const mails = await discreet.db.selectFrom('mail').select(['recipient', 'subject', 'body']).execute()
    assert.deepEqual(
      mails.map(({ recipient, subject }) => [recipient, subject]),
      [[user.email, 'Reset your password']],
    )
    const key = /Key: (\S+)/.exec(mails[0]?.body ?? '')?.[1] ?? ''
    const { status } = await discreet.call(accounts.resetPassword, { body: { email: user.email, pass: fresh, key } })
    assert.equal(status, 200)
    const [entry] = await discreet.db
      .selectFrom('audit_entry')
      .select(['action', 'ip', 'request_id'])
      .where('entity_id', '=', user._id)
      .orderBy('id')
      .execute()
    assert.deepEqual([entry?.action, entry?.ip], ['password reset requested', '127.0.0.1'])
    assert.ok(entry?.request_id)
    const left = await discreet.db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'accounts.send-reset-link')
      .execute()
    assert.deepEqual(left, [])
  })
})

describe('guessing', () => {
  it('is limited: 200 wrong keys, 200 wrong passwords, 200 requests for links', async () => {
    const limited = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
    const user = await limited.addUser({ password_hash })
    const count = async (send: (at: number) => Promise<{ status: number }>) => {
      const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => send(at)))
      return answers.filter(({ status }) => status !== 429 && status !== 503).length
    }
    const post = (url: string, payload: object) =>
      limited.send({ method: 'POST', url: `/api/users/${url}`, payload, remoteAddress: '10.1.1.1' })
    const { email } = user
    assert.ok((await count((at) => post('resetUserPass', { email, pass: fresh, key: `wrong-${at}` }))) <= 10)
    assert.ok((await count((at) => post('signin', { email, password: `wrong-${at}` }))) <= 10)
    assert.ok((await count(() => limited.send({ method: 'GET', url: `/api/users/resetPassLink/${email}` }))) <= 5)
    const failed = await limited.db
      .selectFrom('audit_entry')
      .select('id')
      .where('action', '=', 'sign-in failed')
      .where('entity_id', '=', user._id)
      .execute()
    assert.ok(failed.length > 0 && failed.length <= 10)
  })
})
