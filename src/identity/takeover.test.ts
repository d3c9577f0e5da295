import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from './contract.ts'
import { factors } from './factors/contract.ts'
import { makeDevice } from './factors/testing-passkey.ts'
import { hashPassword } from './hash-password.ts'

const origin = 'http://localhost:3000'
const portal = await startTestPortal({ environment: { PUBLIC_URL: origin, ORDER_PASSKEY: '1', RATE_LIMITS: '1' } })
const { db, call } = portal
const password = 'violet-anchor-17'
const password_hash = await hashPassword(password)
const admin = await portal.addUser({ is_admin: true })

const mailsTo = (email: string) =>
  db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', email).orderBy('id', 'desc').execute()

const keyIn = async (email: string, pattern: RegExp): Promise<string> => {
  const found = (await mailsTo(email)).map(({ body }) => pattern.exec(body)?.[1]).find(Boolean)
  assert.ok(found, `${String(pattern)} to ${email}`)
  return found
}

const addPasskey = async (as: Pick<TestUser, 'token'>) => {
  const device = makeDevice(origin)
  const { body: options } = await call(factors.newPasskeyOptions, { as })
  const added = await call(factors.addPasskey, { body: { name: 'Phone', passkey: device.register(options) }, as })
  assert.equal(added.status, 201)
  return device
}

const signInAlone = async (device: ReturnType<typeof makeDevice>) => {
  const { body: options } = await call(factors.passkeyOptions, {})
  return call(factors.passkeySignIn, { body: { passkey: device.sign(options) } })
}

const signIn = (email: string, given = password) =>
  portal.send({ method: 'POST', url: '/api/users/signin', payload: { email, password: given } })

const reset = async (email: string, pass: string) => {
  await call(accounts.sendResetLink, { params: { email } })
  await portal.worker.drain()
  const key = await keyIn(email, /Key: (\S+)/)
  return call(accounts.resetPassword, { body: { email, pass, key } })
}

describe('after a takeover', () => {
  it('that was undone, no sign-in method of the intruder opens the account, and the owner got a notice', async () => {
    const holder = await portal.addUser({ password_hash })
    const before = await addPasskey(holder)
    const stolen = `eve-${randomUUID()}@test.example`
    await call(accounts.profile, { body: { name: 'Test', email: stolen }, as: holder })
    const undo = await keyIn(holder.email, /keepemail#key=([\w-]{43})/)
    const early = await addPasskey(holder)
    // Sending the link again does not reset the age of the change.
    await call(accounts.sendEmailProof, { params: { id: holder._id }, as: holder })
    const confirmed = await call(accounts.confirmEmail, {
      body: { key: await keyIn(stolen, /confirmemail#key=([\w-]{43})/) },
    })
    assert.equal(confirmed.status, 200)
    const { body: intruder } = await signInAlone(before)
    const late = await addPasskey(intruder)
    assert.equal((await signInAlone(late)).status, 200)
    const warned = (await mailsTo(holder.email)).filter(({ subject }) => subject === 'Your sign-in methods changed')
    assert.equal(warned.length, 3, 'each passkey is announced at the former address, too')

    assert.equal((await call(accounts.keepEmail, { body: { key: undo } })).status, 200)
    for (const device of [early, late]) assert.equal((await signInAlone(device)).status, 400)
    assert.equal((await signInAlone(before)).status, 403)
    const pass = 'amber-kettle-42'
    const key = await keyIn(holder.email, /Key: (\S+)/)
    assert.equal((await call(accounts.resetPassword, { body: { email: holder.email, pass, key } })).status, 200)
    for (const device of [early, late]) assert.equal((await signInAlone(device)).status, 400)
    assert.equal((await signInAlone(before)).status, 403)
  })

  for (const [what, act] of [
    ['a password reset', (user: TestUser) => reset(user.email, 'amber-kettle-42')],
    [
      'an admin ended all sessions',
      ({ _id }: TestUser) => call(accounts.endSessionsOf, { params: { id: _id }, as: admin }),
    ],
  ] as const)
    it(`and ${what}, no passkey signs in alone before its owner confirmed it`, async () => {
      const user = await portal.addUser({ password_hash })
      const device = await addPasskey(user)
      assert.equal((await signInAlone(device)).status, 200)
      assert.equal((await act(user)).status, 200)
      const { status, body } = await signInAlone(device)
      assert.deepEqual(
        [status, body.message],
        [403, 'Sign in with your password, then confirm this passkey in your profile.'],
      )
      const { body: step } = await signIn(user.email, what === 'a password reset' ? 'amber-kettle-42' : password)
      const stepKey = String(step['key'])
      const { body: options } = await call(factors.secondStepOptions, { body: { key: stepKey } })
      const finished = await call(factors.secondStep, { body: { key: stepKey, passkey: device.sign(options) } })
      assert.equal(finished.status, 200)
      const as = finished.body
      const [passkey] = (await call(factors.mine, { as })).body.passkeys
      assert.equal(passkey?.needsPassword, true)
      const params = { id: passkey?._id ?? '' }
      assert.equal((await call(factors.trustPasskey, { params, as: await portal.addUser() })).status, 404)
      assert.equal((await call(factors.trustPasskey, { params, as })).status, 200)
      assert.equal((await signInAlone(device)).status, 200)
    })

  it('an order waits a day for a new address, with a passkey as with a mailed code', async () => {
    const user = await portal.addUser({ password_hash })
    const email = `new-${randomUUID()}@test.example`
    await call(accounts.profile, { body: { name: 'Test', email }, as: user })
    await call(accounts.confirmEmail, { body: { key: await keyIn(email, /confirmemail#key=([\w-]{43})/) } })
    const { body } = await signIn(email)
    const as = { token: String(body['token']) }
    await addPasskey(as)
    assert.equal((await call(orders.passkeyOptions, { as })).status, 409)
  })

  it('the browser that used the emailed key is not locked out by other people’s wrong tries', async () => {
    const user = await portal.addUser({ password_hash })
    const tryFrom = (ip: string, given: string, cookie = '') =>
      portal.send({
        method: 'POST',
        url: '/api/users/signin',
        payload: { email: user.email, password: given },
        remoteAddress: ip,
        headers: { cookie },
      })
    for (let at = 0; at < 60; at++) await tryFrom(`198.51.${100 + (at % 100)}.${at}`, 'wrong-guess-99')
    assert.equal((await tryFrom('203.0.113.9', password)).status, 429)
    const { raw, status } = await reset(user.email, 'amber-kettle-42')
    assert.equal(status, 200)
    const cookie = String(raw.headers['set-cookie']).split(';')[0] ?? ''
    assert.equal((await tryFrom('203.0.113.9', 'amber-kettle-42', cookie)).status, 200)
    assert.equal((await tryFrom('203.0.113.9', 'amber-kettle-42')).status, 429)
  })
})
