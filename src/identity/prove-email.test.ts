import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { accounts } from './contract.ts'
import { users } from '#customers/contract.ts'
import { hashPassword } from './hash-password.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, password_hash: 'x' })
const password = 'violet-anchor-17'
const password_hash = await hashPassword(password)
const billTo = {
  billto_name: 'Acme',
  billto_address1: '1 Main Street',
  billto_city: 'Boston',
  billto_state: 'MA',
  billto_zip: '02101',
  billto_country: 'US',
}

/** The key in the newest email to this address that has this link. */
const keyTo = async (email: string, path: 'confirmemail' | 'keepemail'): Promise<string> => {
  const mails = await db
    .selectFrom('mail')
    .select(['body', 'html'])
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute()
  const link = new RegExp(`https://portal.example/${path}#key=([\\w-]{43})`)
  const mail = mails.find(({ body }) => link.test(body))
  const key = link.exec(mail?.body ?? '')?.[1] ?? ''
  assert.ok(key && mail?.html.includes(key), `${path} to ${email}`)
  return key
}
const confirm = (key: string) => call(accounts.confirmEmail, { body: { key } })
const keep = (key: string) => call(accounts.keepEmail, { body: { key } })
const signIn = (email: string, given = password) => call(accounts.signIn, { body: { email, password: given } })
const emailOf = async ({ _id }: Pick<TestUser, '_id'>) =>
  (await db.selectFrom('user_account').select('email').where('id', '=', _id).executeTakeFirstOrThrow()).email
const waitingFor = async (user: Pick<TestUser, '_id'>, as: TestUser) =>
  (await call(accounts.emailProof, { params: { id: user._id }, as })).body.waiting
const fresh = () => `ann-${randomUUID()}@acme.example`

describe('an applicant', () => {
  /** All fields filled in, as after an edit by an admin. */
  const apply = async () => {
    const email = fresh()
    const form = {
      name: 'Ann',
      lastName: 'Lee',
      email,
      password,
      companyName: 'Evil words',
      phone: '617-555-0100',
      license: 'PH-1',
    }
    assert.equal((await call(users.signUp, { body: form })).status, 200)
    const { id, business_id } = await db
      .selectFrom('user_account')
      .select(['id', 'business_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const shipTo = Object.fromEntries(
      Object.entries(billTo).map(([part, text]) => [part.replace('bill', 'ship'), text]),
    )
    await db
      .updateTable('business')
      .set({ ...billTo, ...shipTo })
      .where('id', '=', business_id)
      .execute()
    return { _id: id, email }
  }
  const accept = ({ _id: id }: { _id: string }, reason?: string) =>
    portal.send({ method: 'PUT', url: `/api/users/Activate/${id}`, as: admin, ...(reason && { query: { reason } }) })

  it('is listed immediately, marked, and accepted once the link was followed', async () => {
    const applicant = await apply()
    const { email } = applicant
    const row = async () => {
      const query = { query: JSON.stringify({ email }) }
      const { body } = await portal.send({ method: 'GET', url: '/api/users/customers', query, as: admin })
      return (body as unknown as { isEmailProven: boolean }[])[0]?.isEmailProven
    }
    assert.equal(await row(), false)
    assert.deepEqual(await waitingFor(applicant, admin), { email, isChange: false })
    const refused = await accept(applicant)
    assert.deepEqual([refused.status, refused.body['reasonNeeded']], [409, true])

    const key = await keyTo(email, 'confirmemail')
    const stored = await db.selectFrom('email_proof').selectAll().where('email', '=', email).execute()
    assert.ok(!JSON.stringify(stored).includes(key))
    assert.deepEqual((await confirm(key)).body, {
      message: 'Thank you. Your email address is confirmed.',
      isChange: false,
    })
    const again = await confirm(key)
    assert.deepEqual([again.status, again.body['message']], [200, `Your email address ${email} is already confirmed.`])
    assert.equal(await row(), true)
    assert.equal((await accept(applicant)).body['message'], 'Customer profile accepted')
    assert.equal((await signIn(email)).status, 200)
  })

  it('is accepted with a reason, which the audit trail records, also by editing', async () => {
    const [one, two] = [await apply(), await apply()]
    assert.equal((await accept(one, '  ')).status, 409)
    assert.equal((await accept(one, 'Known by phone')).status, 200)
    const edit = (query: { reason?: string }) =>
      call(users.update, { params: { id: two._id }, query, body: { name: 'Ann', isActive: true }, as: admin })
    assert.equal((await edit({})).status, 409)
    assert.equal((await edit({ reason: 'Known by phone' })).status, 200)
    for (const { _id } of [one, two]) {
      const { after } = await db
        .selectFrom('audit_entry')
        .select('after')
        .where('entity_id', '=', _id)
        .where('action', 'in', ['customer accepted', 'account activated'])
        .executeTakeFirstOrThrow()
      const { emailNotConfirmed, reason } = after as Record<string, unknown>
      assert.deepEqual([emailNotConfirmed, reason], [true, 'Known by phone'])
    }
  })

  it('gets the link again only from an admin, which voids the previous one', async () => {
    const applicant = await apply()
    const params = { id: applicant._id }
    const before = await keyTo(applicant.email, 'confirmemail')
    assert.equal((await call(accounts.sendEmailProof, { params, as: await portal.addUser() })).status, 404)
    assert.equal((await call(accounts.sendEmailProof, { params, as: admin })).status, 200)
    assert.equal((await confirm(before)).status, 400)
    assert.equal((await confirm(await keyTo(applicant.email, 'confirmemail'))).status, 200)
    assert.equal((await call(accounts.sendEmailProof, { params, as: admin })).status, 409)
  })

  it('cannot use an expired link, nor one of a rejected request', async () => {
    const [late, rejected] = [await apply(), await apply()]
    const keys = await Promise.all([late, rejected].map(({ email }) => keyTo(email, 'confirmemail')))
    await db
      .updateTable('email_proof')
      .set({ expires_at: sql`now()` })
      .where('user_id', '=', late._id)
      .execute()
    await call(users.reject, { params: { id: rejected._id }, query: {}, as: admin })
    for (const key of keys) assert.equal((await confirm(key)).status, 400)
  })

  it('gets emails that repeat none of the submitted text', async () => {
    const { email } = await apply()
    const { html } = await db.selectFrom('mail').select('html').where('recipient', '=', email).executeTakeFirstOrThrow()
    assert.ok(!html.includes('Evil words'))
  })
})

describe('a new email', () => {
  const change = (user: TestUser, email: string) => call(accounts.profile, { body: { name: 'Test', email }, as: user })

  it('takes effect once its link was followed; until then the old address does', async () => {
    const user = await portal.addUser({ password_hash })
    const email = fresh()
    const { status, body } = await change(user, email)
    assert.deepEqual([status, body.message, body.email], [200, 'User updated successfully', user.email])
    assert.deepEqual(await waitingFor(user, user), { email, isChange: true })
    assert.equal((await signIn(email)).status, 401)
    await keyTo(user.email, 'keepemail')

    const { body: taken } = await confirm(await keyTo(email, 'confirmemail'))
    assert.equal(taken.message, `Your email address is now ${email}. Use it to sign in.`)
    assert.equal(await waitingFor(user, admin), null)
    assert.equal((await call(accounts.sessions, { as: user })).status, 401)
    assert.deepEqual([(await signIn(email)).status, (await signIn(user.email)).status], [200, 401])
  })

  it('needs its link too when an admin requests it for another user', async () => {
    const user = await portal.addUser({ password_hash })
    const email = fresh()
    const { status, body } = await call(users.update, {
      params: { id: user._id },
      query: {},
      body: { name: 'Test', email },
      as: admin,
    })
    assert.deepEqual([status, body.user.email], [200, user.email])
    assert.equal((await call(accounts.sessions, { as: user })).status, 200)
    await confirm(await keyTo(email, 'confirmemail'))
    assert.equal(await emailOf(user), email)
  })

  it('is sent again or canceled only by the user and by admins', async () => {
    const user = await portal.addUser({ password_hash })
    const stranger = await portal.addUser()
    const params = { id: user._id }
    const email = fresh()
    await change(user, email)
    for (const endpoint of [accounts.emailProof, accounts.sendEmailProof, accounts.cancelEmail])
      assert.equal((await call(endpoint, { params, as: stranger })).status, 404)
    const before = await keyTo(email, 'confirmemail')
    assert.equal((await call(accounts.sendEmailProof, { params, as: user })).status, 200)
    assert.equal((await confirm(before)).status, 400)
    assert.equal((await call(accounts.cancelEmail, { params, as: user })).status, 200)
    assert.equal((await confirm(await keyTo(email, 'confirmemail'))).status, 400)
    assert.equal((await call(accounts.cancelEmail, { params, as: admin })).status, 404)
  })

  it('is undone by the old address within seven days, with all changes after it', async () => {
    const user = await portal.addUser({ password_hash })
    const [first, second] = [fresh(), fresh()]
    await change(user, first)
    const key = await keyTo(user.email, 'keepemail')
    await confirm(await keyTo(first, 'confirmemail'))
    const thief = { ...user, token: (await signIn(first)).body.token }
    await change(thief, second)
    await confirm(await keyTo(second, 'confirmemail'))

    const form = {
      name: 'Eve',
      lastName: 'Low',
      email: user.email,
      password,
      companyName: 'A',
      phone: '617-555-0100',
      license: '',
    }
    await call(users.signUp, { body: form })
    assert.equal((await keep(key)).status, 200)
    assert.equal(await emailOf(user), user.email)
    assert.equal((await keep(key)).status, 400)
    assert.deepEqual([(await signIn(user.email)).status, (await signIn(second)).status], [401, 401])
    assert.equal((await keep(await keyTo(first, 'keepemail'))).status, 400)
    const mail = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', user.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const reset = /Key: (\S+)/.exec(mail.body)?.[1] ?? ''
    const chosen = await call(accounts.resetPassword, {
      body: { email: user.email, pass: 'amber-kettle-42', key: reset },
    })
    assert.equal(chosen.status, 200)
  })

  it('cannot be undone on the eighth day', async () => {
    const user = await portal.addUser({ password_hash })
    const email = fresh()
    await change(user, email)
    await confirm(await keyTo(email, 'confirmemail'))
    const ago = sql<Date>`now() - interval '169 hours'`
    await db.updateTable('email_proof').set({ proven_at: ago }).where('user_id', '=', user._id).execute()
    assert.equal((await keep(await keyTo(user.email, 'keepemail'))).status, 400)
    assert.equal(await emailOf(user), email)
  })

  it('is canceled by a password reset', async () => {
    const user = await portal.addUser({ password_hash })
    const email = fresh()
    await change(user, email)
    await call(accounts.sendResetLink, { params: { email: user.email } })
    await portal.worker.drain()
    const mails = await db.selectFrom('mail').select('body').where('recipient', '=', user.email).execute()
    const key = mails.map(({ body }) => /Key: (\S+)/.exec(body)?.[1]).find(Boolean) ?? ''
    const { status } = await call(accounts.resetPassword, { body: { email: user.email, pass: 'amber-kettle-42', key } })
    assert.equal(status, 200)
    assert.equal((await confirm(await keyTo(email, 'confirmemail'))).status, 400)
  })

  it('goes to the first of two users who request it', async () => {
    const [one, two] = [await portal.addUser({ password_hash }), await portal.addUser({ password_hash })]
    const email = fresh()
    await change(one, email)
    const first = await keyTo(email, 'confirmemail')
    await change(two, email)
    assert.equal((await confirm(await keyTo(email, 'confirmemail'))).status, 200)
    assert.equal((await confirm(first)).status, 409)
    assert.deepEqual([await emailOf(one), await emailOf(two)], [one.email, email])
  })

  it('gets no order code for a day', async () => {
    const user = await portal.addUser({ password_hash })
    const email = fresh()
    await change(user, email)
    await confirm(await keyTo(email, 'confirmemail'))
    const as = { ...user, token: (await signIn(email)).body.token }
    const send = () => portal.send({ method: 'POST', url: `/api/orders/sendOTP/${user._id}`, as })
    const { status, body } = await send()
    assert.equal(status, 409)
    assert.match(String(body['message']), /^Your email address changed recently\. .* from \w{3} \d+, \d{4}, .+\.$/)
    assert.ok(Date.parse(String(body['codesFrom'])) > Date.now() + 23 * 3_600_000)
    const ago = sql<Date>`now() - interval '25 hours'`
    await db.updateTable('email_proof').set({ proven_at: ago }).where('user_id', '=', user._id).execute()
    assert.equal((await call(orders.sendOtp, { params: { id: user._id }, as })).status, 200)
  })
})
