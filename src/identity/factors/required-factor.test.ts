import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from 'otpauth'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { runCommand } from '#portal/testing-installation.ts'
import { databaseUrl } from '#portal/testing-process.ts'
import { accounts } from '../contract.ts'
import { users } from '#customers/contract.ts'
import { hashPassword } from '../hash-password.ts'
import { appFor } from './check-app.ts'
import { factors } from './contract.ts'
import { makeDevice } from './testing-passkey.ts'

const origin = 'http://localhost:3000'
const portal = await startTestPortal({ environment: { SECOND_FACTOR: 'staff', PUBLIC_URL: origin } })
const { call, db } = portal
const password = 'correct horse battery'
const password_hash = await hashPassword(password)

const signIn = ({ email }: TestUser) =>
  portal.send({ method: 'POST', url: '/api/users/signin', payload: { email, password } })

const addPasskey = async (as: TestUser) => {
  const { body: options } = await call(factors.newPasskeyOptions, { as })
  const device = makeDevice(origin)
  const body = { name: 'Phone', passkey: device.register(options) }
  assert.equal((await call(factors.addPasskey, { body, as })).status, 201)
  return device
}

const addApp = async (as: TestUser) => {
  const { body } = await call(factors.newApp, { as })
  const code = appFor(Buffer.from(Secret.fromBase32(body.key).buffer), '').generate()
  assert.equal((await call(factors.addApp, { body: { code }, as })).status, 200)
}

const mailsTo = async ({ email }: TestUser) =>
  (await db.selectFrom('mail').select('subject').where('recipient', '=', email).execute()).map(({ subject }) => subject)

describe('where staff needs a second factor', () => {
  for (const role of ['is_admin', 'is_sales_rep'] as const)
    it(`signs in an ${role} without one, who can then only set one up`, async () => {
      const user = await portal.addUser({ [role]: true, password_hash })
      const { status, body } = await signIn(user)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).toSorted(), [
        '_id',
        'companyName',
        'email',
        'isAdmin',
        'isSalesRep',
        'lastName',
        'name',
        'token',
      ])
      const as = { ...user, token: String(body.token) }
      const refused = await call(users.list, { query: {}, as })
      assert.deepEqual(
        [refused.status, refused.body],
        [403, { message: 'Please set up your second factor first.', factorNeeded: true }],
      )
      await addPasskey(as)
      assert.equal((await call(users.list, { query: {}, as })).status, 200)
      assert.equal((await signIn(user)).status, 401)
    })

  it('answers calls of such a session as for a visitor, or refuses them', async () => {
    const user = await portal.addUser({ is_admin: true, password_hash })
    const open: string[] = []
    for (const { method, path, access } of portal.endpoints) {
      if (access === 'anyone' || path.endsWith('/signout')) continue
      const url = path.replaceAll(/:\w+/g, user._id)
      const { status, body } = await portal.send({ method, url, as: user, ...(method !== 'GET' && { payload: {} }) })
      if (body.factorNeeded !== true) open.push(`${method} ${path}`)
      else assert.equal(status, 403)
    }
    assert.deepEqual(open.toSorted(), [
      'GET /api/users/factors',
      'POST /api/users/authenticator',
      'POST /api/users/confirmPasskey',
      'POST /api/users/confirmPasskey/options',
      'POST /api/users/confirmPassword',
      'POST /api/users/passkeys',
      'POST /api/users/passkeys/options',
      'PUT /api/users/authenticator',
    ])
  })

  it('does not require one of customers, who may still have one', async () => {
    const user = await portal.addUser({ password_hash })
    assert.equal((await call(accounts.sessions, { as: user })).status, 200)
    await addPasskey(user)
    assert.equal((await signIn(user)).status, 401)
  })

  it('cannot be removed when it is the last one', async () => {
    const user = await portal.addUser({ is_admin: true, password_hash })
    await addPasskey(user)
    const id = (await call(factors.mine, { as: user })).body.passkeys[0]?._id ?? ''
    const refused = await call(factors.removePasskey, { params: { id }, as: user })
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, 'You need a second factor. Add another one before you remove this one.'],
    )
    await addApp(user)
    assert.equal((await call(factors.removePasskey, { params: { id }, as: user })).status, 200)
    assert.equal((await call(factors.removeApp, { as: user })).status, 409)
    const { body } = await call(factors.mine, { as: user })
    assert.deepEqual([body.passkeys, body.app === null, body.isRequired], [[], false, true])
  })
})

describe('a user who lost their second factors', () => {
  const remove = (as: TestUser, id: string, reason = 'He called, and we called back.') =>
    call(factors.removeAll, { params: { id }, query: { reason }, as })

  it('is helped by an admin who gives a reason; their sessions end and they get an email', async () => {
    const [boss, rep] = [
      await portal.addUser({ is_admin: true, password_hash }),
      await portal.addUser({ is_sales_rep: true, password_hash }),
    ]
    await addPasskey(boss)
    await addPasskey(rep)
    assert.equal((await remove(rep, boss._id)).status, 403)
    assert.equal((await remove(boss, rep._id, '')).status, 400)
    assert.equal((await remove(boss, boss._id)).status, 409)
    assert.equal((await call(factors.mine, { as: rep })).body.passkeys.length, 1)
    assert.equal((await remove(boss, rep._id)).status, 200)
    assert.equal((await call(factors.mine, { as: rep })).status, 401)
    assert.equal((await signIn(rep)).status, 200)
    assert.ok((await mailsTo(rep)).includes('Your second factors were removed'))
    const entry = await db
      .selectFrom('audit_entry')
      .select(['actor_id', 'after'])
      .where('entity_id', '=', rep._id)
      .where('action', '=', 'second factors removed')
      .executeTakeFirst()
    assert.deepEqual(entry, { actor_id: boss._id, after: { reason: 'He called, and we called back.' } })
    assert.equal((await remove(boss, rep._id)).status, 409)
  })

  it('is helped by the operator', async () => {
    const boss = await portal.addUser({ is_admin: true, password_hash })
    await addPasskey(boss)
    const environment = { DATABASE_URL: databaseUrl(portal.connection) }
    await assert.rejects(runCommand(environment, 'reset-factors', 'nobody@test.example'), /User not found/)
    await runCommand(environment, 'reset-factors', boss.email)
    assert.equal((await signIn(boss)).status, 200)
    assert.ok((await mailsTo(boss)).includes('Your second factors were removed'))
  })
})
