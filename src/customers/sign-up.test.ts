import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { accounts } from '#identity/contract.ts'
import { licenses } from '#compliance/licenses/contract.ts'
import { users } from './contract.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const admin = await portal.addUser({ is_admin: true, email: 'boss@test.example', password_hash: 'x' })
const registered = 'Registration form filled. Waiting for admin to approve.'

const form = (facts: object = {}) => ({
  name: 'Ann',
  lastName: 'Lee',
  email: 'ann@acme.example',
  password: 'violet-anchor-17',
  companyName: 'Acme Pharmacy',
  phone: '555-0100',
  license: 'PH-1',
  isActive: false,
  ...facts,
})

const signUp = (facts: object = {}, path = 'signup') =>
  portal.send({ method: 'POST', url: `/api/users/${path}`, payload: form(facts) })

const accountOf = (email: string) =>
  portal.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

const subjectsTo = async (email: string) =>
  (await portal.db.selectFrom('mail').select('subject').where('recipient', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

describe('requesting an account', () => {
  it('stays pending for an admin, and emails both', async () => {
    const { status, body } = await signUp({ email: ' Ann@ACME.example ' })
    assert.deepEqual([status, body], [200, { message: registered }])
    const account = await accountOf('ann@acme.example')
    assert.equal(account?.is_active, false)
    assert.equal(account?.company_name, 'Acme Pharmacy')
    assert.ok(account?.password_hash?.startsWith('argon2id$'))
    assert.deepEqual(await subjectsTo('ann@acme.example'), ['We received your account request'])
    assert.deepEqual(await subjectsTo(admin.email), ['Account request from Acme Pharmacy'])
    const signIn = await portal.send({
      method: 'POST',
      url: '/api/users/signin',
      payload: { email: 'ann@acme.example', password: 'violet-anchor-17' },
    })
    assert.deepEqual([signIn.status, signIn.body.message], [403, 'Your account is waiting for approval.'])
  })

  it('can carry a DEA number and a copy of the license, which admins see unverified before they accept', async () => {
    const copy = (text: string) => ({ name: 'license.pdf', content: Buffer.from(text).toString('base64') })
    const facts = { email: 'dea@acme.example', deaNumber: 'AB1234563', licenseFile: copy('%PDF-1.7 copy') }
    assert.equal((await signUp(facts)).status, 200)
    const account = await accountOf(facts.email)
    const { body } = await portal.call(licenses.list, { query: { forUser: account?.id ?? '' }, as: admin })
    assert.deepEqual(
      body.map(({ kind, number, status, files }) => [kind, number, status, files.map(({ name }) => name).join()]),
      [
        ['state', 'PH-1', 'unverified', 'license.pdf'],
        ['dea', 'AB1234563', 'unverified', ''],
      ],
    )
    for (const email of ['bad@acme.example', facts.email])
      assert.equal((await signUp({ ...facts, email, licenseFile: copy('<html>') })).status, 415, email)
    assert.equal((await signUp({ email: 'bad@acme.example', licenseFile: { name: 'a', content: '%' } })).status, 400)
    assert.equal(await accountOf('bad@acme.example'), undefined)
  })

  it('ignores flags, ids and roles in the body', async () => {
    const greedy = {
      email: 'greedy@acme.example',
      isActive: true,
      isAdmin: true,
      isSalesRep: true,
      is_admin: true,
      _id: admin._id,
      version: 9,
      accountID: '1000001',
    }
    assert.equal((await signUp(greedy)).status, 200)
    const account = await accountOf('greedy@acme.example')
    assert.deepEqual(
      [account?.is_active, account?.is_admin, account?.is_sales_rep, account?.version, account?.account_number],
      [false, false, false, 1, ''],
    )
    assert.notEqual(account?.id, admin._id)
  })

  it('does not reveal that an address is known; its owner gets an email, and the account stays as it was', async () => {
    const before = await accountOf('ann@acme.example')
    const { status, body } = await signUp({ name: 'Mallory' })
    assert.deepEqual([status, body], [200, { message: registered }])
    assert.deepEqual(await accountOf('ann@acme.example'), before)
    assert.deepEqual(await subjectsTo('ann@acme.example'), [
      'We received your account request',
      'You already have an account',
    ])
  })

  it('emails nothing that the applicant entered to an address that may belong to another person', async () => {
    const words = { name: 'Call 555-0100', companyName: 'Visit evil.example', email: 'stranger@acme.example' }
    for (let at = 0; at < 2; at++) await signUp(words)
    await portal.call(accounts.sendResetLink, { params: { email: words.email } })
    const { id } = (await accountOf(words.email)) ?? {}
    await portal.call(users.reject, { params: { id: id ?? '' }, query: {}, as: admin })
    const mails = await portal.db.selectFrom('mail').selectAll().where('recipient', '=', words.email).execute()
    assert.equal(mails.length, 4)
    for (const { subject, html, body } of mails) assert.doesNotMatch(`${subject} ${html} ${body}`, /555|evil/)
  })

  it('makes one account of ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp({ email: 'twice@acme.example' })))
    assert.ok(answers.every(({ status }) => status === 200))
    const { length } = await portal.db
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', 'twice@acme.example')
      .execute()
    assert.equal(length, 1)
  })

  it('names the field that is missing or wrong', async () => {
    for (const [facts, message] of [
      [{ companyName: ' ' }, 'Company Name is required.'],
      [{ name: undefined }, 'First Name is required.'],
      [{ lastName: '' }, 'Last Name is required.'],
      [{ companyName: '\u2800' }, 'Company Name is required.'],
      [{ companyName: '\u3164\u200b\u00a0' }, 'Company Name is required.'],
      [{ name: '\u0301' }, 'First Name is required.'],
      [{ phone: '' }, 'Phone is required.'],
      [{ phone: 'abc' }, 'Enter a phone number with its area code, such as (617) 555-0142.'],
      [{ phone: '617' }, 'Enter a phone number with its area code, such as (617) 555-0142.'],
      [{ email: 'ann' }, 'This is not an email address.'],
      [{ email: 'a..n@acme.example' }, 'This is not an email address.'],
      [{ email: '.ann@acme.example' }, 'This is not an email address.'],
      [{ email: 'ann@-acme.example' }, 'This is not an email address.'],
      [{ email: 'ann@10.0.0.1' }, 'This is not an email address.'],
      [{ password: '' }, 'Password is required.'],
      [{ password: 'short' }, 'A password needs at least 8 characters.'],
      [{ password: 'Password123!' }, 'This password is too easy to guess. Choose a longer or less common one.'],
      [{ password: 'x'.repeat(129) }, 'A password can have at most 128 characters.'],
      [{ name: 'Ann\u0000' }, 'First Name contains characters that cannot be stored.'],
    ] as const) {
      const { status, body } = await signUp({ email: 'wrong@acme.example', ...facts })
      assert.deepEqual([status, body.message], [400, message])
    }
    assert.equal(await accountOf('wrong@acme.example'), undefined)
  })

  it('accepts addresses with letters, symbols and dots, at domains in any script, and names as people write them', async () => {
    const addresses = {
      'r&d@acme.example': 'r&d@acme.example',
      "#!$%&'*+-/=?^_`{|}~@acme.example": "#!$%&'*+-/=?^_`{|}~@acme.example",
      'Ann@xn--e1afmkfd.xn--p1ai': 'ann@xn--e1afmkfd.xn--p1ai',
      'ann@münchen.example': 'ann@xn--mnchen-3ya.example',
    }
    for (const [typed, kept] of Object.entries(addresses)) {
      const sent = { email: typed, companyName: 'Cafe\u0301', phone: '+49 (89) 555-01 ext. 7' }
      assert.equal((await signUp(sent)).status, 200, typed)
      assert.equal((await accountOf(kept))?.company_name, 'Caf\u00e9', typed)
    }
  })

  it('stores the claims of an existing customer without granting access', async () => {
    const existing = {
      email: 'claim@acme.example',
      accountID: '1000001',
      GLNNumber: '0614141000012',
      GS1Number: 'not a GLN',
      licenseType: 'Clinic',
      licenseAddress: '1 Main Street',
      licenseName: 'Board of Pharmacy',
      licenseExpiryDate: '2031-02-28',
      agreesToTerms: true,
    }
    assert.equal((await signUp(existing, 'signupsap')).status, 200)
    const account = await accountOf('claim@acme.example')
    assert.equal(account?.account_number, '1000001')
    assert.equal(account?.is_existing_customer, true)
    assert.equal(account?.license_expiry_date, '2031-02-28')
    assert.ok(account?.terms_agreed_at)
    assert.equal(account?.is_active, false)
  })

  it('requires an account ID and agreement to the terms from an existing customer', async () => {
    const agreed = { email: 'other@acme.example', accountID: '1', agreesToTerms: true }
    const send = (facts: object) => signUp({ ...agreed, ...facts }, 'signupsap')
    assert.equal((await send({ accountID: '' })).body.message, 'Account ID is required.')
    for (const agreesToTerms of [false, undefined, null, 'true']) {
      const { status, body } = await send({ agreesToTerms })
      assert.deepEqual([status, body.message], [400, 'Agree to the terms to continue.'])
    }
    assert.equal((await send({ licenseExpiryDate: '2031-02-30' })).body.message, 'This is not a date.')
    assert.match((await send({ licenseExpiryDate: '2001-02-28' })).body.message ?? '', /^This license has expired\./)
    assert.equal((await send({})).status, 200)
  })

  it('escapes markup entered by an applicant', async () => {
    await signUp({ email: 'xss@acme.example', companyName: '<img src=x onerror=alert(1)>\r\nBcc: all@acme.example' })
    const mails = await portal.db.selectFrom('mail').select(['subject', 'html']).execute()
    assert.ok(mails.every(({ html, subject }) => !html.includes('<img') && !/[\r\n]/.test(subject)))
  })
})

describe('a flood of requests', () => {
  it('is throttled per address and per network', async () => {
    const limited = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
    const ask = (email: string, remoteAddress: string) =>
      limited.send({ method: 'POST', url: '/api/users/signup', payload: form({ email }), remoteAddress })
    for (let count = 0; count < 5; count++)
      assert.equal((await ask('same@acme.example', `10.0.1.${count}`)).status, 200)
    assert.equal((await ask('same@acme.example', '10.0.1.99')).status, 429)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(`many${at}@acme.example`, '10.0.2.1')))
    assert.equal(answers.filter(({ status }) => status === 429).length, 10)
  })
})
