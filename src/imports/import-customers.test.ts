import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accounts } from '#identity/contract.ts'
import { newId } from '#platform/db/new-id.ts'
import { startTestPortal } from '#portal/testing.ts'
import { imports } from './contract.ts'
import { parseDay } from './read-customer.ts'
import { importing } from './testing-imports.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, name: 'Ann', last_name: 'Lee' })
const { sendUp, rowsOf, take, finish } = importing(portal, admin)

const place = {
  name: 'Harbor Pharmacy',
  address1: '1 Main Street',
  city: 'Boston',
  state: 'MA',
  zip: '02101',
  country: 'US',
}
const addressOf = (way: 'shipto' | 'billto') =>
  Object.fromEntries(Object.entries(place).map(([part, value]) => [`${way}_${part}`, value]))
let made = 0
/** A complete row. */
const whole = (facts: Record<string, string> = {}): Record<string, string> => ({
  email: `import-${++made}@acme.example`,
  name: 'Bo',
  lastName: 'Diaz',
  companyName: 'Harbor Pharmacy',
  license: 'PH-77',
  ...addressOf('shipto'),
  ...addressOf('billto'),
  ...facts,
})

const send = (...rows: Record<string, string>[]) => {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return sendUp(
    fields,
    rows.map((row) => fields.map((field) => row[field] ?? '')),
    { kind: 'customers', fileName: 'customers.csv' },
  )
}
const read = async (email: string) =>
  db.selectFrom('account').selectAll().where('email', '=', email).where('deleted_at', 'is', null).executeTakeFirst()
const mailsTo = (email: string) => db.selectFrom('mail').selectAll().where('recipient', '=', email).execute()
const reasons = async (id: string) => (await rowsOf(id, 'refused')).map(({ reason }) => reason)

describe('an import of customers', () => {
  it('is previewed and applied, emails no one, and invites when an admin says so', async () => {
    const [first, second] = [whole({ accountID: '0081234' }), whole({ accountID: '81234', name: 'Cy' })]
    const one = await send(first, second)
    assert.deepEqual([one.counts.new, one.counts.refused], [2, 0])
    assert.equal(await read(first['email'] ?? ''), undefined)
    const [shown] = await rowsOf(one._id, 'new')
    assert.deepEqual([shown?.ndcNumber, shown?.name, shown?.customer], ['81234', 'Harbor Pharmacy', first['email']])

    const done = await finish('apply', one._id)
    assert.deepEqual([done.state, done.result.new], ['done', 2])
    const [bo, cy] = [await read(first['email'] ?? ''), await read(second['email'] ?? '')]
    assert.ok(bo && cy)
    assert.equal(bo.business_id, cy.business_id, 'two with one number are of one business')
    assert.deepEqual(
      [bo.account_number, bo.license, bo.shipto_city, bo.is_active, bo.password_hash, bo.business_status],
      ['81234', 'PH-77', 'Boston', true, null, 'active'],
    )
    assert.deepEqual(await mailsTo(bo.email), [])

    const invited = await portal.call(imports.invite, { params: { id: one._id }, as: admin })
    assert.deepEqual([invited.status, invited.body.message], [202, '2 invitations are being sent.'])
    const [mail] = await mailsTo(bo.email)
    const [, key = ''] = /Key: (\S+)/.exec(mail?.body ?? '') ?? []
    const chosen = await portal.call(accounts.resetPassword, {
      body: { email: bo.email, pass: 'violet-anchor-17', key },
    })
    assert.equal(chosen.status, 200)
    const again = await portal.call(imports.invite, { params: { id: one._id }, as: admin })
    assert.equal(again.body.message, '1 invitation is being sent.')
  })

  it('changes only the fields that a row has for an existing customer, and an undo restores them', async () => {
    const user = await portal.addUser({ phone: '555-1', license: 'PH-1', shipto_city: 'Boston' })
    const one = await send({
      email: user.email,
      phone: '555-2',
      license: '',
      shipto_city: 'Salem',
      licenseExpiryDate: '2031-05-17',
    })
    const id = newId()
    const verified = { status: 'verified', verified_by: admin._id, verified_at: new Date() } as const
    await db
      .insertInto('license')
      .values({ id, business_id: user.businessId, kind: 'dea', number: 'AB1234563', ...verified })
      .execute()
    const [row] = await rowsOf(one._id, 'changed')
    assert.deepEqual(row?.changes?.map(({ field, before, after }) => `${field}: ${before} → ${after}`).toSorted(), [
      'License Expiry Date:  → May 17, 2031',
      'Phone: 555-1 → 555-2',
      'Ship-to City: Boston → Salem',
    ])
    await finish('apply', one._id)
    const after = await read(user.email)
    assert.deepEqual(
      [after?.phone, after?.license, after?.shipto_city, after?.license_expiry_date],
      ['555-2', 'PH-1', 'Salem', '2031-05-17'],
    )
    const { status } = await db.selectFrom('license').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(status, 'unverified', 'its registration was for the former address')
    await db.updateTable('user_account').set({ phone: '555-3' }).where('id', '=', user._id).execute()
    const undone = await finish('undo', one._id)
    assert.deepEqual([undone.state, undone.kept], ['undone', 1])
    const back = await read(user.email)
    assert.deepEqual([back?.phone, back?.shipto_city, back?.license_expiry_date], ['555-3', 'Boston', null])
    const [kept] = await rowsOf(one._id, 'kept')
    assert.equal(kept?.kept, 'Phone has changed since. It is now 555-3.')
    const same = await send({ email: user.email, phone: '555-3' })
    assert.equal(same.counts.unchanged, 1)
  })

  it('is undone by deleting the customers it added, except those who signed in since', async () => {
    const [gone, stays] = [whole({ accountID: '82001' }), whole({ accountID: '82002' })]
    const one = await send(gone, stays)
    await finish('apply', one._id)
    const used = await read(stays['email'] ?? '')
    await db
      .updateTable('user_account')
      .set({ password_hash: 'x' })
      .where('id', '=', used?.id ?? '')
      .execute()
    const undone = await finish('undo', one._id)
    assert.deepEqual([undone.undone, undone.kept], [1, 1])
    assert.equal(await read(gone['email'] ?? ''), undefined)
    assert.ok(await read(stays['email'] ?? ''))
    assert.equal((await rowsOf(one._id, 'kept'))[0]?.kept, 'The user has since chosen a password.')
    const business = await db
      .selectFrom('business')
      .select('status')
      .where('account_number', '=', '82001')
      .executeTakeFirst()
    assert.equal(business?.status, 'closed')
  })

  it('says who joins an existing business, and refuses to change that business', async () => {
    const holder = await portal.addUser({ account_number: '83001', company_name: 'Mill Street Pharmacy' })
    const joins = { email: 'joins@acme.example', name: 'Di', lastName: 'Roe', accountID: '83001' }
    const one = await send(joins, { ...joins, email: 'differs@acme.example', shipto_city: 'Lynn' })
    assert.deepEqual([one.counts.new, one.counts.noted, one.counts.refused], [1, 1, 1])
    assert.deepEqual((await rowsOf(one._id, 'noted'))[0]?.notes, [
      'Joins Mill Street Pharmacy (83001), an existing business.',
    ])
    assert.deepEqual(await reasons(one._id), ['The business 83001 already exists, and its Ship-to City is “Boston”.'])
    await take(one._id, 'all')
    await finish('apply', one._id)
    assert.equal((await read('joins@acme.example'))?.business_id, holder.businessId)
  })

  it('marks changes that apply to colleagues, but not those to one person', async () => {
    const user = await portal.addUser({ account_number: '83500', company_name: 'Two of us' })
    await portal.addUser({ business_id: user.businessId })
    const alone = await portal.addUser()
    const one = await send(
      { email: user.email, shipto_city: 'Lynn', phone: '' },
      { email: alone.email, shipto_city: 'Lynn', phone: '' },
    )
    assert.deepEqual(
      (await rowsOf(one._id, 'changed')).map(({ notes }) => notes ?? []),
      [['Applies to all 2 people of Two of us.'], []],
    )
    await take(one._id, 'all')
    await finish('apply', one._id)
    assert.equal((await read(user.email))?.shipto_city, 'Lynn')
  })

  it('guesses nothing: each ambiguous row says why', async () => {
    const rep = await portal.addUser({ is_sales_rep: true })
    const waiting = await portal.addUser({ is_active: false })
    const numbered = await portal.addUser({ account_number: '84001' })
    const twin = whole()
    const { license: _, shipto_zip: __, ...lacking } = whole()
    const one = await send(
      { email: 'no address' },
      { email: rep.email, phone: '1' },
      { email: waiting.email, phone: '1' },
      { email: numbered.email, accountID: '84002' },
      twin,
      { ...twin, name: 'Other' },
      lacking,
      whole({ accountID: '84003', shipto_city: 'Boston' }),
      whole({ accountID: '84003', shipto_city: 'Salem' }),
      whole({ name: 'a'.repeat(101) }),
    )
    assert.deepEqual(await reasons(one._id), [
      'This is not an email address.',
      `${rep.email} is a staff account, not a customer.`,
      `${waiting.email} is waiting for acceptance. Accept or reject the request first.`,
      `The Account ID of ${numbered.email} is “84001”: change it on the customer’s page, which asks what to do with orders and prices.`,
      'Rows 6 and 7 have the same email address. Delete one of them.',
      'Rows 6 and 7 have the same email address. Delete one of them.',
      'A new customer needs Ship-to Zip, License. Fill in the empty cells.',
      'Rows 9 and 10 have different Ship-to City values for one business.',
      'Rows 9 and 10 have different Ship-to City values for one business.',
      'First Name is too long. The limit is 100 characters.',
    ])
    assert.equal(one.counts.refused, 10)
  })

  it('applies a row with unreadable optional cells, names them, and leaves their fields unchanged', async () => {
    const user = await portal.addUser({ phone: '555-1', license_expiry_date: '2030-01-02', shipto_city: 'Boston' })
    const holder = await portal.addUser({ account_number: '85001' })
    const long = 'a'.repeat(301)
    const added = whole({ licenseExpiryDate: '03/04/2031', phone: '5'.repeat(51), GLNNumber: long })
    const one = await send(
      { email: user.email, phone: '555-2', licenseExpiryDate: '12/31/26', shipto_city: long },
      {
        email: user.email.replace('@', '.2@'),
        name: 'Di',
        lastName: 'Roe',
        accountID: '85001',
        licenseExpiryDate: 'soon',
      },
      added,
      // For an existing customer, the name is optional too.
      { email: holder.email, name: long },
      // The required fields of a new customer, and those that identify the business, are not.
      whole({ license: long }),
      whole({ accountID: long }),
    )
    assert.deepEqual([one.counts.changed, one.counts.new, one.counts.unchanged, one.counts.refused], [1, 2, 1, 2])
    assert.equal(one.counts.partial, 4)
    assert.deepEqual(
      (await rowsOf(one._id, 'partial')).map(({ unread }) => unread),
      [
        [
          'License Expiry Date “12/31/26” is not a date. Write it like 2027-03-31.',
          'Ship-to City is too long. The limit is 300 characters.',
        ],
        ['License Expiry Date “soon” is not a date. Write it like 2027-03-31.'],
        [
          'Top Level GLN is too long. The limit is 300 characters.',
          'Phone is too long. The limit is 50 characters.',
          'License Expiry Date “03/04/2031” can be read two ways. Write it as 2031-03-04, year, month and day.',
        ],
        ['First Name is too long. The limit is 100 characters.'],
      ],
    )
    assert.deepEqual(await reasons(one._id), [
      'License is too long. The limit is 300 characters.',
      'Account ID is too long. The limit is 300 characters.',
    ])
    await take(one._id, 'all')
    await finish('apply', one._id)
    const [changed, fresh] = [await read(user.email), await read(added['email'] ?? '')]
    assert.deepEqual(
      [changed?.phone, changed?.license_expiry_date, changed?.shipto_city],
      ['555-2', '2030-01-02', 'Boston'],
    )
    assert.deepEqual([fresh?.license, fresh?.license_expiry_date, fresh?.phone], ['PH-77', null, ''])
  })

  it('is for admins, and its invitations need an applied import', async () => {
    const one = await send(whole())
    const { status } = await portal.call(imports.invite, { params: { id: one._id }, as: admin })
    assert.equal(status, 409)
    const rep = await portal.addUser({ is_sales_rep: true })
    assert.equal((await portal.call(imports.invite, { params: { id: one._id }, as: rep })).status, 403)
  })
})

for (const [said, day] of [
  ['2031-3-4', '2031-03-04'],
  ['2031-03-04T00:00:00.000Z', '2031-03-04'],
  ['12/31/2030', '2030-12-31'],
  ['5/5/2030', '2030-05-05'],
] as const)
  it(`reads “${said}” as ${day}`, () => assert.equal(parseDay(said), day))

for (const said of ['3/4/2031', '31.12.2030', '12/31/26', '1999-01-01', '2101-01-01', '2030-13-01', 'never', '45678'])
  it(`does not guess what “${said}” may be`, () => assert.throws(() => parseDay(said), /License Expiry Date/))
