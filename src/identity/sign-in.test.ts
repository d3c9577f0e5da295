import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { accounts } from './contract.ts'
import { users } from '#customers/contract.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
const password = 'correct horse battery'
const password_hash = await hashPassword(password)
await portal.addUser({ email: 'ann@acme.example', name: 'Ann', password_hash })
await portal.addUser({ email: 'new@acme.example', is_active: false, password_hash })
await portal.addUser({ email: 'gone@acme.example', deleted_at: new Date(), password_hash })
await portal.addUser({ email: 'boss@acme.example', is_admin: true, password_hash })

const signIn = (email: string, secret = password, more: object = {}) =>
  portal.send({
    method: 'POST',
    url: '/api/users/signin',
    payload: { email, password: secret, isActive: true, ...more },
    remoteAddress: '10.0.0.1',
  })

describe('signing in', () => {
  it('returns a working token and the flags of the account', async () => {
    const { status, body } = await signIn(' Ann@ACME.example ')
    assert.equal(status, 200)
    assert.deepEqual([body.name, body.email, body.isAdmin, body.isSalesRep], ['Ann', 'ann@acme.example', false, false])
    assert.ok(!('password' in body) && !JSON.stringify(body).includes('argon2'))
    const as = { _id: String(body._id), email: String(body.email), token: String(body.token) }
    assert.equal((await portal.call(users.byEmail, { params: { email: as.email }, as })).status, 200)
    assert.equal((await portal.call(accounts.signOut, { as })).status, 200)
    assert.equal((await portal.call(users.byEmail, { params: { email: as.email }, as })).status, 401)
  })

  it('stores only the hash of the token', async () => {
    const { body } = await signIn('ann@acme.example')
    const sessions = await portal.db.selectFrom('session').selectAll().execute()
    assert.ok(!JSON.stringify(sessions).includes(String(body.token)))
  })

  it('rehashes a password that was hashed at lower cost, and only then', async () => {
    const [nonce, cheap] = [randomBytes(16), { memory: 8_192, passes: 1 }]
    const tag = argon2Sync('argon2id', { message: password, nonce, ...cheap, parallelism: 1, tagLength: 32 })
    const old = ['argon2id', cheap.memory, cheap.passes, 1, nonce.toString('base64'), tag.toString('base64')].join('$')
    const { _id } = await portal.addUser({ email: 'old@acme.example', password_hash: old })
    const stored = () =>
      portal.db.selectFrom('user_account').select('password_hash as hash').where('id', '=', _id).executeTakeFirst()

    assert.equal((await signIn('old@acme.example', 'wrong')).status, 401)
    assert.equal((await stored())?.hash, old)
    assert.equal((await signIn('old@acme.example')).status, 200)
    const renewed = (await stored())?.hash ?? ''
    assert.deepEqual(renewed.split('$').slice(0, 3), password_hash.split('$').slice(0, 3))
    assert.equal((await signIn('old@acme.example')).status, 200)
    assert.equal((await stored())?.hash, renewed)
  })

  it('answers unknown, wrong and deleted alike', async () => {
    for (const [email, secret] of [
      ['ann@acme.example', 'wrong'],
      ['nobody@acme.example', password],
      ['gone@acme.example', password],
    ] as const) {
      const { status, body } = await signIn(email, secret)
      assert.deepEqual([status, body.message], [401, 'Invalid email or password'])
    }
  })

  it('reports an account that waits for approval only to users who know the password', async () => {
    const right = await signIn('new@acme.example')
    assert.deepEqual([right.status, right.body.message], [403, 'Your account is waiting for approval.'])
    const wrong = await signIn('new@acme.example', 'wrong')
    assert.equal(wrong.status, 401)
  })

  it('ignores flags in the body', async () => {
    const { body } = await signIn('ann@acme.example', password, { isAdmin: true, isSalesRep: true, _id: 'me' })
    assert.deepEqual([body.isAdmin, body.isSalesRep], [false, false])
  })

  it('refuses malformed credentials with a 4xx', async () => {
    for (const payload of [
      {},
      [],
      { email: 5, password: {} },
      { email: 'a', password: 'x'.repeat(5_000) },
      { email: { $ne: '' }, password: { $ne: '' } },
    ]) {
      const { status } = await portal.send({ method: 'POST', url: '/api/users/signin', payload })
      assert.ok(status === 400 || status === 401, String(status))
    }
  })

  it('slows down guessing for one account and address, and not for others', async () => {
    const guess = () =>
      portal.send({
        method: 'POST',
        url: '/api/users/signin',
        payload: { email: 'boss@acme.example', password: 'guess' },
        remoteAddress: '10.0.0.9',
      })
    const answers = await Promise.all(Array.from({ length: 15 }, guess))
    const limited = answers.filter(({ status }) => status === 429)
    assert.equal(limited.length, 5)
    assert.ok(Number(limited[0]?.raw.headers['retry-after']) > 0)
    assert.equal((await signIn('boss@acme.example')).status, 200)
  })
})

describe('a password hash', () => {
  it('is true for its password only, in any Unicode form', async () => {
    const stored = await hashPassword('Gr\u00fcn')
    assert.equal(await verifyPassword('Gru\u0308n', stored), true)
    assert.equal(await verifyPassword('grün', stored), false)
    assert.equal(await verifyPassword('Grün', null), false)
    assert.notEqual(stored, await hashPassword('Grün'))
  })
})

describe('profiles and lists', () => {
  it('show a customer nobody but themselves', async () => {
    const [own, other] = [await portal.addUser(), await portal.addUser({ shipto_city: 'Canary Row' })]
    assert.equal((await portal.call(users.byEmail, { params: { email: own.email }, as: own })).status, 200)
    const { status, raw } = await portal.call(users.byEmail, { params: { email: other.email }, as: own })
    assert.equal(status, 404)
    assert.ok(!raw.body.includes('Canary'))
    assert.equal((await portal.call(users.notifications, { params: { email: other.email }, as: own })).status, 404)
    assert.equal(
      (await portal.call(users.notifications, { params: { email: own.email }, as: own })).body.inActiveCustomers,
      0,
    )
  })

  it('show a rep active customers only, and an admin everyone', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const admin = await portal.addUser({ is_admin: true })
    const [customer, waiting] = [
      await portal.addUser({ company_name: 'Zebra 100% Drugs' }),
      await portal.addUser({ company_name: 'Zebra Waiting', is_active: false }),
    ]
    const find = async (as: typeof rep, query: string) =>
      (await portal.call(users.list, { query: { query }, as })).body.map(({ _id }) => _id)
    assert.deepEqual(await find(rep, 'zebra'), [customer._id])
    assert.deepEqual((await find(admin, 'zebra')).toSorted(), [customer._id, waiting._id].toSorted())
    assert.deepEqual(await find(rep, '100% drugs'), [customer._id])
    assert.deepEqual(await find(rep, '%_%'), [])
    assert.equal((await portal.call(users.byEmail, { params: { email: customer.email }, as: rep })).status, 200)
    assert.equal((await portal.call(users.byEmail, { params: { email: admin.email }, as: rep })).status, 404)
    assert.ok(
      (await portal.call(users.notifications, { params: { email: admin.email }, as: admin })).body.inActiveCustomers >=
        2,
    )
  })
})
