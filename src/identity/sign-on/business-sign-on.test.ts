import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from '../contract.ts'
import { factors } from '../factors/contract.ts'
import { makeDevice } from '../factors/testing-passkey.ts'
import { hashPassword } from '../hash-password.ts'
import { signOn } from './contract.ts'
import { signOnBy } from './testing-journey.ts'
import { clientId, clientSecret, startProvider } from './testing-provider.ts'

const provider = await startProvider()
after(() => provider.stop())
const origin = 'http://localhost:3000'
const portal = await startTestPortal({ environment: { PUBLIC_URL: origin } })
const { call, db } = portal
const password = 'correct horse battery'
const password_hash = await hashPassword(password)
const admin = await portal.addUser({ is_admin: true, password_hash })

let companies = 0
let domain: string
let buyer: TestUser

const settings = (changes: object = {}) => ({
  issuer: provider.issuer,
  clientId,
  clientSecret,
  domains: [domain],
  arePasswordsOff: false,
  ...changes,
})

const change = (changes: object = {}, user = buyer) =>
  call(signOn.change, { params: { id: user._id }, body: settings(changes), as: admin })

const signIn = (email: string, given = password) => call(accounts.signIn, { body: { email, password: given } })

let people = 0
const seat = ({ email }: Pick<TestUser, 'email'>) =>
  provider.seat({ sub: `person-${++people}`, email, email_verified: true })

const stranger =
  'Your company signed you in, but you have no account here. Ask the person who manages ordering at your company.'
const usesCompany = { message: 'Your company requires its own sign-on. Use the company sign-on.', companySignOn: true }

beforeEach(async () => {
  domain = `harbor-${++companies}.example`
  buyer = await portal.addUser({ email: `buyer@${domain}`, password_hash })
  seat(buyer)
})

describe('the sign-on of a business', () => {
  it('is set up by an admin; its secret is encrypted and never returned', async () => {
    const { body: before } = await call(signOn.ofBusiness, { params: { id: buyer._id }, as: admin })
    assert.deepEqual(before, { signOn: null, redirectUri: `${origin}/signin/company/${buyer.businessId}` })
    assert.equal((await change()).status, 200)
    const { body, raw } = await call(signOn.ofBusiness, { params: { id: buyer._id }, as: admin })
    assert.deepEqual(body.signOn, {
      issuer: provider.issuer,
      clientId,
      domains: [domain],
      arePasswordsOff: false,
      users: 0,
    })
    assert.doesNotMatch(raw.body, new RegExp(clientSecret))
    const row = await db
      .selectFrom('business_sign_on')
      .select('client_secret')
      .where('business_id', '=', buyer.businessId)
      .executeTakeFirstOrThrow()
    assert.doesNotMatch(row.client_secret.toString('latin1'), new RegExp(clientSecret))
    assert.equal((await call(signOn.ways)).body.businesses, true)
  })

  it('signs in its users by the domain of the address', async () => {
    await change()
    const { status, body } = await signOnBy(portal, { email: `Whoever@${domain.toUpperCase()}` })
    assert.deepEqual([status, body['_id']], [200, buyer._id])
    const unknown = await call(signOn.begin, { body: { email: 'somebody@elsewhere.example' } })
    assert.deepEqual(
      [unknown.status, unknown.body.message],
      [404, 'No company sign-on is set up for this email address.'],
    )
  })

  it('opens no account of another business, of staff, or beyond its domains', async () => {
    await change()
    const email = buyer.email
    for (const other of [
      await portal.addUser({ email: `other@${domain}` }),
      await portal.addUser({ email: `rep@${domain}`, is_sales_rep: true }),
      await portal.addUser({ email: `admin@${domain}`, is_admin: true }),
      { email: 'buyer@elsewhere.example' },
    ]) {
      seat(other)
      const { status, body } = await signOnBy(portal, { email })
      assert.deepEqual([status, body.message], [403, stranger])
    }
  })

  it('refuses users who became staff or moved to another business', async () => {
    await change()
    assert.equal((await signOnBy(portal, buyer)).status, 200)
    await db.updateTable('user_account').set({ is_sales_rep: true }).where('id', '=', buyer._id).execute()
    assert.equal((await signOnBy(portal, buyer)).status, 403)
    const { businessId: elsewhere } = await portal.addUser()
    const moved = { is_sales_rep: false, business_id: elsewhere }
    await db.updateTable('user_account').set(moved).where('id', '=', buyer._id).execute()
    assert.equal((await signOnBy(portal, buyer)).status, 403)
  })

  it('requires TLS of the issuer, unique domains, and a new secret for a new issuer', async () => {
    for (const issuer of ['http://provider.example', 'ftp://provider.example', 'https://me:pass@provider.example', 'x'])
      assert.equal((await change({ issuer })).status, 400, issuer)
    assert.equal((await change({ domains: ['not a domain'] })).status, 400)
    assert.equal((await change({ domains: [] })).status, 400)
    await change()
    const other = await portal.addUser()
    const taken = await change({}, other)
    assert.deepEqual(
      [taken.status, taken.body.message],
      [409, `The domain ${domain} is already used by another business.`],
    )
    assert.equal((await change({ clientSecret: undefined })).status, 200)
    const issuer = 'https://elsewhere.example'
    assert.equal((await change({ clientSecret: undefined, issuer })).status, 400)
  })
})

describe('a business without passwords', () => {
  const switchOff = async () => {
    await change()
    assert.equal((await signOnBy(portal, buyer)).status, 200)
    assert.equal((await change({ arePasswordsOff: true, clientSecret: undefined })).status, 200)
  }

  it('requires that a user came by its sign-on first', async () => {
    const { status, body } = await change({ arePasswordsOff: true })
    assert.deepEqual(
      [status, body.message],
      [409, 'Passwords can be turned off once a user of this business has signed in this way.'],
    )
    await switchOff()
    const issuer = 'https://elsewhere.example'
    assert.equal((await change({ arePasswordsOff: true, issuer })).status, 409)
  })

  it('ends its users’ sessions, and refers users of its domain to company sign-on', async () => {
    assert.equal((await call(accounts.sessions, { as: buyer })).status, 200)
    await switchOff()
    assert.equal((await call(accounts.sessions, { as: buyer })).status, 401)
    for (const answered of [
      await signIn(buyer.email),
      await signIn(buyer.email, 'wrong'),
      await signIn(`nobody@${domain}`),
    ])
      assert.deepEqual([answered.status, answered.raw.json()], [401, usesCompany])
    assert.equal((await signOnBy(portal, buyer)).status, 200)
  })

  it('does not affect staff and users of other businesses, so that no admin is locked out', async () => {
    await switchOff()
    const facts = { business_id: buyer.businessId, password_hash }
    const chief = await portal.addUser({ ...facts, email: `chief@${domain}`, is_admin: true })
    const guest = await portal.addUser({ email: `guest@${domain}`, password_hash })
    for (const { email } of [chief, guest, admin]) assert.equal((await signIn(email)).status, 200, email)
    assert.equal((await call(accounts.sessions, { as: admin })).status, 200)
  })

  it('refuses a passkey alone as well', async () => {
    const { body: made } = await call(factors.newPasskeyOptions, { as: buyer })
    const device = makeDevice(origin)
    await call(factors.addPasskey, { body: { name: 'Phone', passkey: device.register(made) }, as: buyer })
    await db.deleteFrom('company_identity').execute()
    await change()
    const { status, body } = await signOnBy(portal, buyer)
    assert.deepEqual([status, body['secondFactor']], [401, true])
    assert.equal((await change({ arePasswordsOff: true })).status, 200)
    const { body: asked } = await call(factors.passkeyOptions)
    const refused = await call(factors.passkeySignIn, { body: { passkey: device.sign(asked) } })
    assert.deepEqual([refused.status, refused.raw.json()], [401, usesCompany])
  })

  it('has them again when its sign-on is removed', async () => {
    await switchOff()
    assert.equal((await call(signOn.remove, { params: { id: buyer._id }, as: admin })).status, 200)
    assert.equal((await signIn(buyer.email)).status, 200)
    assert.equal((await call(signOn.remove, { params: { id: buyer._id }, as: admin })).status, 404)
    const identities = await db
      .selectFrom('company_identity')
      .select('subject')
      .where('user_id', '=', buyer._id)
      .execute()
    assert.deepEqual(identities, [])
  })
})
