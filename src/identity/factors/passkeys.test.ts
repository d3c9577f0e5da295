import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from '../contract.ts'
import { hashPassword } from '../hash-password.ts'
import { factors } from './contract.ts'
import type { StepDue } from './factor-shapes.ts'
import { makeDevice } from './testing-passkey.ts'

const origin = 'http://localhost:3000'
const portal = await startTestPortal({ environment: { PUBLIC_URL: origin } })
const { call, db } = portal
const password = 'correct horse battery'
const password_hash = await hashPassword(password)

type Device = ReturnType<typeof makeDevice>

const addPasskey = async (as: TestUser, device: Device = makeDevice(origin), name = 'Phone') => {
  const { body: options } = await call(factors.newPasskeyOptions, { as })
  const added = await call(factors.addPasskey, { body: { name, passkey: device.register(options) }, as })
  return { device, options, added }
}

const withPasskey = async (facts: object = {}) => {
  const user = await portal.addUser({ password_hash, ...facts })
  const { device, added } = await addPasskey(user)
  assert.equal(added.status, 201)
  return { user, device, recoveryCodes: added.body.recoveryCodes }
}

const password1 = ({ email }: TestUser) =>
  portal.send({ method: 'POST', url: '/api/users/signin', payload: { email, password } })

const stepOf = async (user: TestUser): Promise<StepDue> => {
  const { status, body } = await password1(user)
  assert.deepEqual([status, body.message], [401, 'Please confirm it is you.'])
  return body as unknown as StepDue
}

const age = (table: 'session' | 'passkey_challenge', minutes: number) =>
  table === 'session'
    ? db
        .updateTable('session')
        .set({ confirmed_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
        .execute()
    : db
        .updateTable(table)
        .set({ expires_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
        .execute()

const isRefused = ({ status, body }: { status: number; body: { message?: string } }, message: string, code = 400) =>
  assert.deepEqual([status, body.message], [code, message])

const notAccepted = 'This passkey was not accepted. Try again or use another method.'
const tooLate = 'That took too long. Please try again.'

describe('adding a passkey', () => {
  it('stores its public key, returns recovery codes once and ends other sessions', async () => {
    const user = await portal.addUser({ password_hash })
    const elsewhere = await password1(user)
    const { added, device } = await addPasskey(user)
    assert.deepEqual([added.status, added.body.recoveryCodes.length], [201, 10])
    assert.equal((await call(factors.mine, { as: { token: String(elsewhere.body.token) } })).status, 401)
    const again = await addPasskey(user)
    assert.deepEqual([again.added.status, again.added.body.recoveryCodes], [201, []])
    const twice = await addPasskey(user, device)
    isRefused(twice.added, 'This passkey was already added.', 409)
    const { body } = await call(factors.mine, { as: user })
    assert.deepEqual([body.passkeys.map(({ name }) => name), body.recoveryCodesLeft], [['Phone', 'Phone'], 10])
    const mails = await db.selectFrom('mail').select(['subject']).where('recipient', '=', user.email).execute()
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      Array(2).fill('Your sign-in methods changed'),
    )
  })

  it('requires a password given in the last 15 minutes', async () => {
    const user = await portal.addUser({ password_hash })
    const { body: options } = await call(factors.newPasskeyOptions, { as: user })
    await age('session', 20)
    const body = { name: 'Phone', passkey: makeDevice(origin).register(options) }
    isRefused(await call(factors.addPasskey, { body, as: user }), 'Please enter your password again.', 403)
    isRefused(await call(factors.newPasskeyOptions, { as: user }), 'Please enter your password again.', 403)
  })

  for (const [what, lies] of [
    ['another origin', { origin: 'https://evil.example' }],
    ['another party', { rpId: 'evil.example' }],
    ['nobody asked who holds it', { isVerified: false }],
  ] as const)
    it(`is refused when it is made for ${what}`, async () => {
      const user = await portal.addUser({ password_hash })
      const { body: options } = await call(factors.newPasskeyOptions, { as: user })
      const passkey = makeDevice(origin).register(options, lies)
      isRefused(await call(factors.addPasskey, { body: { name: 'Phone', passkey }, as: user }), notAccepted)
    })

  it('accepts a challenge once, before it expires, and only of this session', async () => {
    const [user, other] = [await portal.addUser({ password_hash }), await portal.addUser({ password_hash })]
    const add = (as: TestUser, passkey: ReturnType<Device['register']>) =>
      call(factors.addPasskey, { body: { name: 'Phone', passkey }, as })
    const { body: options } = await call(factors.newPasskeyOptions, { as: user })
    isRefused(await add(other, makeDevice(origin).register(options)), tooLate)
    assert.equal((await add(user, makeDevice(origin).register(options))).status, 201)
    isRefused(await add(user, makeDevice(origin).register(options)), tooLate)
    const { body: late } = await call(factors.newPasskeyOptions, { as: user })
    await age('passkey_challenge', 1)
    isRefused(await add(user, makeDevice(origin).register(late)), tooLate)
    isRefused(await add(user, makeDevice(origin).register({ ...late, challenge: 'A'.repeat(43) })), tooLate)
  })
})

describe('signing in with a password, where a passkey is', () => {
  it('opens nothing before the passkey was shown', async () => {
    const { user, device } = await withPasskey()
    const { message: _, ...step } = (await stepOf(user)) as StepDue & { message: string }
    assert.deepEqual(
      { ...step, key: '' },
      { secondFactor: true, key: '', passkey: true, app: false, recoveryCode: true },
    )
    isRefused(
      await call(factors.mine, { as: { token: step.key } }),
      'Your session has ended. Please sign in again.',
      401,
    )
    const { body: options } = await call(factors.secondStepOptions, { body: { key: step.key } })
    const passkey = device.sign(options)
    const { status, body } = await call(factors.secondStep, { body: { key: step.key, passkey } })
    assert.deepEqual([status, body.email], [200, user.email])
    assert.equal((await call(factors.mine, { as: body })).status, 200)
    isRefused(
      await call(factors.secondStep, { body: { key: step.key, passkey } }),
      'That took too long, or there were too many wrong codes. Please sign in again.',
      401,
    )
  })

  it('refuses another user’s passkey, and one that answered another challenge', async () => {
    const { user, device } = await withPasskey()
    const other = await withPasskey()
    const { key } = await stepOf(user)
    const options = async () => (await call(factors.secondStepOptions, { body: { key } })).body
    const finish = (passkey: ReturnType<Device['sign']>) => call(factors.secondStep, { body: { key, passkey } })
    isRefused(await finish(other.device.sign(await options())), notAccepted)
    const { body: alone } = await call(factors.passkeyOptions, {})
    isRefused(await finish(device.sign(alone)), tooLate)
    const { body: theirs } = await call(factors.secondStepOptions, { body: { key: (await stepOf(other.user)).key } })
    isRefused(await finish(device.sign(theirs)), tooLate)
    assert.equal((await finish(device.sign(await options()))).status, 200)
  })

  it('ends with the password that began it', async () => {
    const { user } = await withPasskey()
    const { key } = await stepOf(user)
    await call(accounts.endSessions, { as: user })
    assert.equal((await call(factors.secondStepOptions, { body: { key } })).status, 401)
  })
})

describe('signing in with a passkey alone', () => {
  const signIn = (passkey: ReturnType<Device['sign']>) => call(factors.passkeySignIn, { body: { passkey } })
  const options = async () => (await call(factors.passkeyOptions, {})).body

  it('is enough, and is audited', async () => {
    const { user, device } = await withPasskey()
    const { status, body } = await signIn(device.sign(await options()))
    assert.deepEqual([status, body.email], [200, user.email])
    const entry = await db
      .selectFrom('audit_entry')
      .select('after')
      .where('entity_id', '=', user._id)
      .where('action', '=', 'signed in')
      .executeTakeFirst()
    assert.deepEqual(entry?.after, { by: 'passkey alone' })
  })

  for (const [what, lies] of [
    ['another origin', { origin: 'https://evil.example' }],
    ['another party', { rpId: 'evil.example' }],
    ['nobody asked who holds it', { isVerified: false }],
    ['another account', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ] as const)
    it(`is refused when it was signed for ${what}`, async () => {
      const { device } = await withPasskey()
      isRefused(await signIn(device.sign(await options(), lies)), notAccepted)
    })

  it('accepts an answer once, and none without a challenge', async () => {
    const { device } = await withPasskey()
    const signed = device.sign(await options())
    assert.equal((await signIn(signed)).status, 200)
    isRefused(await signIn(signed), tooLate)
    isRefused(await signIn(device.sign({ challenge: 'A'.repeat(43), rpId: 'localhost' })), tooLate)
    const late = device.sign(await options())
    await age('passkey_challenge', 1)
    isRefused(await signIn(late), tooLate)
  })

  it('refuses a clone whose counter is behind, and audits it', async () => {
    const { user, device } = await withPasskey()
    assert.equal((await signIn(device.sign(await options(), { count: 7 }))).status, 200)
    isRefused(await signIn(device.sign(await options(), { count: 7 })), notAccepted)
    assert.equal((await signIn(device.sign(await options(), { count: 8 }))).status, 200)
    const { body } = await call(factors.mine, { as: (await signIn(device.sign(await options(), { count: 9 }))).body })
    assert.equal(body.passkeys.length, 1)
    const noted = await db.selectFrom('audit_entry').select('action').where('entity_id', '=', user._id).execute()
    assert.ok(noted.some(({ action }) => action === 'passkey refused, its counter went back'))
  })

  it('refuses an account that waits for approval, and reveals nothing to strangers', async () => {
    const { user, device } = await withPasskey()
    await db.updateTable('user_account').set({ is_active: false }).where('id', '=', user._id).execute()
    isRefused(await signIn(device.sign(await options())), 'Your account is waiting for approval.', 403)
    isRefused(await signIn(makeDevice(origin).sign(await options())), notAccepted)
  })
})

describe('a passkey in place of the password', () => {
  it('confirms only this session', async () => {
    const { user, device } = await withPasskey()
    await age('session', 20)
    isRefused(await call(factors.newRecoveryCodes, { as: user }), 'Please enter your password again.', 403)
    const { body: options } = await call(factors.confirmOptions, { as: user })
    const passkey = device.sign(options)
    const elsewhere = await withPasskey()
    isRefused(await call(factors.confirm, { body: { passkey }, as: elsewhere.user }), tooLate)
    assert.equal((await call(factors.confirm, { body: { passkey: device.sign(options) }, as: user })).status, 200)
    assert.equal((await call(factors.newRecoveryCodes, { as: user })).status, 200)
    await age('session', 20)
    isRefused(await call(factors.confirm, { body: { passkey }, as: user }), tooLate)
  })

  it('is not offered to a user without one', async () => {
    const user = await portal.addUser()
    isRefused(await call(factors.confirmOptions, { as: user }), 'There is no passkey for this account.', 409)
  })
})

describe('the user’s own passkeys', () => {
  it('are renamed and removed by their owner alone', async () => {
    const { user } = await withPasskey()
    const other = await portal.addUser()
    const id = (await call(factors.mine, { as: user })).body.passkeys[0]?._id ?? ''
    assert.equal((await call(factors.renamePasskey, { params: { id }, body: { name: 'Mine' }, as: other })).status, 404)
    assert.equal((await call(factors.removePasskey, { params: { id }, as: other })).status, 404)
    assert.equal((await call(factors.renamePasskey, { params: { id }, body: { name: 'Key' }, as: user })).status, 200)
    assert.equal((await call(factors.mine, { as: user })).body.passkeys[0]?.name, 'Key')
    assert.equal((await call(factors.removePasskey, { params: { id }, as: user })).status, 200)
    const { body } = await call(factors.mine, { as: user })
    assert.deepEqual([body.passkeys, body.recoveryCodesLeft], [[], 0])
    assert.equal((await password1(user)).status, 200)
  })
})
