import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from '../contract.ts'
import { hashPassword } from '../hash-password.ts'
import { signOn } from './contract.ts'
import { visitProvider, signOnBy } from './testing-journey.ts'
import { clientId, clientSecret, startProvider } from './testing-provider.ts'

const provider = await startProvider()
after(() => provider.stop())
const origin = 'http://localhost:3000'
const portal = await startTestPortal({
  environment: {
    PUBLIC_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Harbor ID',
  },
})
const { call, db } = portal

const unclear = 'Your company’s sign-on did not identify you. Please try again.'
const over = 'That took too long or was started in another browser. Please sign in again.'
const stranger =
  'Your company signed you in, but you have no account here. Ask the person who manages ordering at your company.'

let people = 0
const personFor = ({ email }: Pick<TestUser, 'email'>) => ({ sub: `person-${++people}`, email, email_verified: true })

const refused = async (status: number, message: string, trip?: Parameters<typeof signOnBy>[1]) => {
  const answered = await signOnBy(portal, trip)
  assert.deepEqual([answered.status, answered.body.message], [status, message])
}

let rep: TestUser
beforeEach(async () => {
  rep = await portal.addUser({ is_sales_rep: true })
  provider.seat(personFor(rep))
})

describe('the staff’s sign-on', () => {
  it('shows visitors its name', async () => {
    const { body } = await call(signOn.ways)
    assert.deepEqual(body, { staff: 'Harbor ID', businesses: false })
  })

  it('leads to the provider with PKCE, state and nonce, and back into an ordinary session', async () => {
    const trip = await visitProvider(portal)
    const asked = new URL(trip.begun).searchParams
    assert.deepEqual(
      [asked.get('response_type'), asked.get('code_challenge_method'), asked.get('redirect_uri')],
      ['code', 'S256', `${origin}/signin/company/staff`],
    )
    for (const drawn of ['state', 'nonce', 'code_challenge']) assert.ok((asked.get(drawn) ?? '').length >= 43, drawn)
    assert.match(String(trip.raw.headers['set-cookie']), /HttpOnly; SameSite=Strict; Max-Age=600/)

    const { status, body, raw } = await signOnBy(portal)
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
    assert.equal(body['email'], rep.email)
    assert.match(String(raw.headers['set-cookie']), /apotheca_device=/)
    assert.equal((await call(accounts.sessions, { as: { token: String(body['token']) } })).status, 200)
    const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', rep.email).execute()
    assert.deepEqual(mails, [{ subject: 'Your sign-in methods changed' }])
  })

  it('recognizes the user by the identity afterwards, whatever the address is', async () => {
    assert.equal((await signOnBy(portal)).status, 200)
    provider.seat({ sub: provider.told.person.sub, email: 'new-name@elsewhere.example', email_verified: false })
    const { status, body } = await signOnBy(portal)
    assert.deepEqual([status, body['_id']], [200, rep._id])
  })

  it('accepts `email_verified` as a string', async () => {
    const other = await portal.addUser({ is_sales_rep: true })
    provider.seat({ ...personFor(other), email_verified: 'true' })
    assert.equal((await signOnBy(portal)).status, 200)
  })

  it('opens nothing to the next person who is given the address', async () => {
    assert.equal((await signOnBy(portal)).status, 200)
    provider.seat(personFor(rep))
    await refused(403, 'This account is linked to a different identity at your company. Ask your administrator.')
  })

  it('counts as a recent password only if the provider has just authenticated the user', async () => {
    const end = async () => {
      const { body } = await signOnBy(portal)
      return (await call(accounts.endSessions, { as: { token: String(body['token']) } })).status
    }
    assert.equal(await end(), 403)
    provider.told.authTime = Math.floor(Date.now() / 1_000) - 3_600
    assert.equal(await end(), 403)
    provider.told.authTime = Math.floor(Date.now() / 1_000) - 60
    assert.equal(await end(), 200)
  })

  it('asks for a second factor if the user has one', async () => {
    await db
      .insertInto('passkey')
      .values({
        id: rep._id,
        user_id: rep._id,
        credential_id: rep._id,
        public_key: Buffer.from('a key'),
        name: 'Phone',
      })
      .execute()
    const { status, body } = await signOnBy(portal)
    assert.deepEqual([status, body['secondFactor'], body['passkey'], body['token']], [401, true, true, undefined])
  })
})

describe('the staff’s sign-on refuses', () => {
  it('an unknown state, and one that came twice', async () => {
    await refused(401, over, { change: (query) => query.replace(/state=[^&]+/, 'state=guessed') })
    await refused(401, over, { change: (query) => `${query}&state=twice` })
    await refused(401, over, { change: () => '' })
  })

  it('to come back twice', async () => {
    const trip = await visitProvider(portal)
    const comeBack = () =>
      portal.send({
        method: 'POST',
        url: signOn.finish.path,
        payload: { way: trip.way, query: trip.query },
        headers: { cookie: trip.cookie },
      })
    assert.equal((await comeBack()).status, 200)
    assert.deepEqual([(await comeBack()).body.message], [over])
  })

  it('another browser, another callback path and an expired attempt', async () => {
    const trip = await visitProvider(portal)
    const payload = { way: trip.way, query: trip.query }
    const url = signOn.finish.path
    assert.equal((await portal.send({ method: 'POST', url, payload })).body.message, over)
    const { cookie } = await visitProvider(portal)
    assert.equal((await portal.send({ method: 'POST', url, payload, headers: { cookie } })).body.message, over)
    const astray = { ...payload, way: rep.businessId }
    const headers = { cookie: trip.cookie }
    assert.equal((await portal.send({ method: 'POST', url, payload: astray, headers })).body.message, over)
    const late = await visitProvider(portal)
    await db
      .updateTable('sign_on_attempt')
      .set({ expires_at: new Date(0) })
      .execute()
    const answered = await portal.send({
      method: 'POST',
      url,
      payload: { way: late.way, query: late.query },
      headers: { cookie: late.cookie },
    })
    assert.equal(answered.body.message, over)
  })

  it('an answer of another issuer', async () => {
    provider.told.issuer = 'https://evil.example'
    await refused(401, unclear)
  })

  for (const [what, claims] of Object.entries({
    'another nonce': { nonce: 'another' },
    'a token that is over': { exp: 1 },
    'a token for somebody else': { aud: 'another-client' },
    'a token of another issuer': { iss: 'https://evil.example' },
  }))
    it(what, async () => {
      provider.told.claims = claims
      await refused(401, unclear)
    })

  it('a token that the provider did not sign', async () => {
    provider.told.isForged = true
    await refused(401, unclear)
  })

  it('a code that is not the provider’s', async () => {
    await refused(401, unclear, { change: (query) => query.replace(/code=[^&]+/, 'code=guessed') })
  })

  it('a user whom the provider refuses', async () => {
    provider.told.isDeclining = true
    await refused(401, 'Your company’s sign-on refused the sign-in. Ask your company’s administrator.')
  })

  it('an address that is not verified', async () => {
    const words =
      'Your company’s sign-on did not confirm your email address, so we cannot find your account. Ask your company’s administrator.'
    provider.seat({ sub: 'unverified', email: rep.email, email_verified: false })
    await refused(403, words)
    provider.seat({ sub: 'unverified', email: rep.email, email_verified: 'false' })
    await refused(403, words)
    provider.seat({ sub: 'unverified', email: rep.email })
    await refused(403, words)
    provider.seat({ sub: 'unverified' })
    await refused(403, words)
  })

  it('unknown users, customers and deleted users, and creates no account', async () => {
    const count = async () => (await db.selectFrom('user_account').select('id').execute()).length
    const before = await count()
    provider.seat(personFor({ email: 'nobody@harbor.example' }))
    await refused(403, stranger)
    assert.equal(await count(), before)
    provider.seat(personFor(await portal.addUser()))
    await refused(403, stranger)
    const gone = await portal.addUser({ is_sales_rep: true, deleted_at: new Date() })
    provider.seat(personFor(gone))
    await refused(403, stranger)
  })

  it('inactive users, linked or not', async () => {
    assert.equal((await signOnBy(portal)).status, 200)
    await db.updateTable('user_account').set({ is_active: false }).where('id', '=', rep._id).execute()
    await refused(403, 'Your account is waiting for approval.')
    provider.seat(personFor(await portal.addUser({ is_sales_rep: true, is_active: false })))
    await refused(403, 'Your account is waiting for approval.')
  })

  it('with a message while the provider is down', async () => {
    const trip = await visitProvider(portal)
    provider.told.isDown = true
    const answered = await portal.send({
      method: 'POST',
      url: signOn.finish.path,
      payload: { way: trip.way, query: trip.query },
      headers: { cookie: trip.cookie },
    })
    assert.equal(answered.status, 502)
    assert.equal(answered.body.message, 'Your company’s sign-on does not respond. Please try again later.')
  })

  it('and audits each refusal', async () => {
    provider.told.isDeclining = true
    await refused(401, 'Your company’s sign-on refused the sign-in. Ask your company’s administrator.')
    const line = await db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    assert.equal(line.action, 'sign-in failed')
    assert.deepEqual(line.after, {
      by: 'company sign-on',
      why: 'Your company’s sign-on refused the sign-in. Ask your company’s administrator.',
    })
  })
})

describe('a portal without a company sign-on', async () => {
  const plain = await startTestPortal({ environment: { PUBLIC_URL: origin } })

  it('offers none, redirects nowhere and signs in as usual', async () => {
    assert.deepEqual((await plain.call(signOn.ways)).body, { staff: null, businesses: false })
    assert.equal((await plain.call(signOn.begin, { body: {} })).status, 404)
    const password = 'correct horse battery'
    const { email } = await plain.addUser({ password_hash: await hashPassword(password) })
    const wrong = await plain.call(accounts.signIn, { body: { email, password: 'another' } })
    assert.deepEqual(wrong.raw.json(), { message: 'Invalid email or password' })
    assert.equal((await plain.call(accounts.signIn, { body: { email, password } })).status, 200)
  })
})
