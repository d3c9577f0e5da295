import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { users } from './contract.ts'
import { TakenNumber } from './customer-shapes.ts'
import { startJoining } from './testing-joining.ts'

const joining = await startJoining()
const { portal, db, admin, newNumber, addCustomer, addWaiting } = joining
const { accept, edit, userOf, businessOf, statusOf, bearersOf, formOf } = joining

describe('a claimed account number', () => {
  it('is shown as a claim without zeros and blanks, and gives no access to that account', async () => {
    const number = newNumber()
    const holder = await addCustomer({ account_number: number, company_name: 'Harbor Street Pharmacy' })
    const email = `claims-${randomUUID()}@acme.example`
    const { status } = await portal.send({
      method: 'POST',
      url: '/api/users/signupsap',
      payload: {
        companyName: 'Somebody',
        name: 'Eve',
        lastName: 'Claims',
        email,
        phone: '617-555-0100',
        password: 'violet-anchor-17',
        accountID: ` 00${number.slice(0, 3)} ${number.slice(3)}`,
        agreesToTerms: true,
      },
    })
    assert.equal(status, 200)
    const { id: _id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const { body: user } = await portal.call(users.byId, { params: { id: _id }, as: admin })
    assert.deepEqual([user.accountID, user.companyName, user.isActive], [number, 'Somebody', false])
    const query = { query: JSON.stringify({ account: `00${number}` }), sort: 'createdAt' as const }
    const { body: rows } = await portal.call(users.customers, { query, as: admin })
    assert.deepEqual(
      rows.map((row) => [row._id, row.accountID, row.isClaim]),
      [
        [holder._id, number, false],
        [_id, number, true],
      ],
    )
    const { body: same } = await portal.call(users.sameAccount, { params: { id: _id }, as: admin })
    assert.deepEqual(
      same.map((one) => one._id),
      [holder._id],
    )
    const { body: colleagues } = await portal.call(users.colleagues, { params: { id: holder._id }, as: admin })
    assert.deepEqual(colleagues, [])
  })

  it('is refused if it is not a number', async () => {
    const { status, body } = await portal.send({
      method: 'POST',
      url: '/api/users/signupsap',
      payload: {
        companyName: 'Somebody',
        name: 'Eve',
        lastName: 'Claims',
        email: `claims-${randomUUID()}@acme.example`,
        phone: '617-555-0100',
        password: 'violet-anchor-17',
        accountID: ' 000 ',
        agreesToTerms: true,
      },
    })
    assert.deepEqual([status, body.message], [400, 'Account ID is required.'])
  })

  it('becomes the number of the applicant’s own business if no other has it', async () => {
    const number = newNumber()
    const applicant = await addWaiting({ account_number: number })
    assert.equal((await accept(applicant)).status, 200)
    const business = await db
      .selectFrom('business')
      .selectAll()
      .where('id', '=', applicant.businessId)
      .executeTakeFirstOrThrow()
    assert.deepEqual(
      [business.status, business.account_number, business.claimed_account_number],
      ['active', number, ''],
    )
    assert.equal((await userOf(applicant)).__v, 2)
  })

  it('can be corrected by an admin without confirmation, which is required on acceptance', async () => {
    const number = newNumber()
    await addCustomer({ account_number: number })
    const applicant = await addWaiting({ account_number: '1' })
    assert.equal((await edit(applicant, { ...(await formOf(applicant)), accountID: number })).status, 200)
    assert.equal((await userOf(applicant)).accountID, number)
    assert.equal(await statusOf(applicant.businessId), 'requested')
    assert.equal((await accept(applicant)).status, 409)
    assert.equal((await edit(applicant, { isActive: true })).status, 409)
  })
})

describe('accepting a claim of another business’s number', () => {
  it('requires confirmation first, and names the business and its users', async () => {
    const number = newNumber()
    const holder = await addCustomer({ account_number: number, company_name: 'Harbor Street Pharmacy', name: 'Grace' })
    const colleague = await addCustomer({ account_number: number, name: 'Miles' })
    const applicant = await addWaiting({ account_number: number, name: 'Eve' })
    const { status, body } = await accept(applicant)
    assert.equal(status, 409)
    assert.equal(
      body.message,
      `Account ${number} belongs to Harbor Street Pharmacy (Grace Buyer, Miles Buyer). Confirm that Eve Buyer joins this business.`,
    )
    const { business } = TakenNumber.parse(body)
    assert.deepEqual(
      [business._id, business.companyName, business.accountID, business.users.map(({ _id }) => _id)],
      [holder.businessId, 'Harbor Street Pharmacy', number, [holder._id, colleague._id]],
    )
    assert.equal((await userOf(applicant)).isActive, false)
    assert.equal((await accept(applicant, randomUUID())).status, 409)
    assert.equal((await accept(applicant, 'nonsense')).status, 400)
  })

  it('joins that business once confirmed, closes the applicant’s own, and audits the claim', async () => {
    const number = newNumber()
    const holder = await addCustomer({ account_number: number, company_name: 'Harbor Street Pharmacy' })
    // No address and no license: those of the joined business count.
    const applicant = await addWaiting({
      account_number: number,
      company_name: 'Harbor St',
      license: '',
      shipto_zip: '',
    })
    const before = (await userOf(applicant)).__v
    const { status, body } = await accept(applicant, holder.businessId)
    assert.deepEqual([status, body.message], [200, 'Customer profile accepted'])
    const user = await userOf(applicant)
    assert.deepEqual([user.companyName, user.accountID, user.license], ['Harbor Street Pharmacy', number, 'PH-1'])
    assert.ok(user.__v > before)
    assert.equal(await businessOf(applicant), holder.businessId)
    assert.equal(await statusOf(applicant.businessId), 'closed')
    const entry = await db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'customer accepted')
      .where('entity_id', '=', applicant._id)
      .executeTakeFirstOrThrow()
    assert.equal((entry.before as { companyName: string }).companyName, 'Harbor St')
    assert.equal((entry.after as { companyName: string }).companyName, 'Harbor Street Pharmacy')
    const { body: colleagues } = await portal.call(users.colleagues, { params: { id: holder._id }, as: admin })
    assert.deepEqual(
      colleagues.map(({ _id }) => _id),
      [applicant._id],
    )
  })

  it('is refused if no business has the number anymore', async () => {
    const number = newNumber()
    const holder = await addCustomer({ account_number: number })
    const applicant = await addWaiting({ account_number: number })
    await portal.call(users.remove, { params: { id: holder._id }, query: {}, as: admin })
    const { status, body } = await accept(applicant, holder.businessId)
    assert.deepEqual([status, body.message], [409, `No other business has account number ${number} anymore.`])
    assert.equal((await accept(applicant)).status, 200)
  })
})

describe('an admin’s edit of an account number', () => {
  it('requires confirmation for the number of another business, then joins it', async () => {
    const number = newNumber()
    const holder = await addCustomer({ account_number: number, company_name: 'Harbor Street Pharmacy', phone: '1' })
    const customer = await addCustomer({ account_number: newNumber(), company_name: 'Mistyped' })
    const form = { ...(await formOf(customer)), accountID: ` 000${number} `, phone: '555-7777' }
    const { status, body } = await edit(customer, form)
    assert.equal(status, 409)
    const { business } = TakenNumber.parse(body)
    assert.deepEqual([business._id, business.users.length], [holder.businessId, 1])
    assert.equal((await userOf(customer)).phone, '')
    const joined = await edit(customer, form, business._id)
    assert.deepEqual([joined.status, joined.body.message], [200, 'Customer updated successfully'])
    const user = await userOf(customer)
    assert.deepEqual(
      [user.companyName, user.accountID, user.phone, user.licenseName],
      ['Harbor Street Pharmacy', number, '555-7777', ''],
    )
    assert.equal(await statusOf(customer.businessId), 'closed')
    assert.equal(await bearersOf(number), 1)
  })

  it('applies an available number to all users of the business', async () => {
    const [first, second] = [newNumber(), newNumber()]
    const [one, two] = [await addCustomer({ account_number: first }), await addCustomer({ account_number: first })]
    const stale = await userOf(two)
    assert.equal((await edit(one, { ...(await formOf(one)), accountID: second, companyName: 'Renamed' })).status, 200)
    const user = await userOf(two)
    assert.deepEqual([user.accountID, user.companyName, user.__v], [second, 'Renamed', stale.__v + 1])
    const { status } = await edit(two, { ...(await formOf(two)), __v: stale.__v })
    assert.equal(status, 409)
  })

  it('moves only this one of several users', async () => {
    const [mine, theirs] = [newNumber(), newNumber()]
    const [leaver, stays] = [await addCustomer({ account_number: mine }), await addCustomer({ account_number: mine })]
    const holder = await addCustomer({ account_number: theirs })
    const { __v } = await userOf(leaver)
    for (const phone of ['1', '2', '3']) await edit(holder, { ...(await formOf(holder)), phone })
    assert.equal((await edit(leaver, { ...(await formOf(leaver)), accountID: theirs }, holder.businessId)).status, 200)
    assert.ok((await userOf(leaver)).__v > __v)
    assert.equal(await businessOf(stays), stays.businessId)
    assert.equal(await statusOf(mine === theirs ? '' : stays.businessId), 'active')
    assert.equal((await userOf(stays)).accountID, mine)
  })

  it('requires confirmation for staff too, and adds a business for a user without one', async () => {
    const number = newNumber()
    const rep = await portal.addUser({ is_sales_rep: true, company_name: 'Apotheca' })
    await db.updateTable('user_account').set({ business_id: null }).where('id', '=', rep._id).execute()
    const form = { name: 'Sam', lastName: 'Roe', companyName: 'Apotheca', email: rep.email, accountID: number }
    assert.equal((await edit(rep, form)).status, 200)
    const user = await userOf(rep)
    assert.deepEqual([user.accountID, user.companyName, user.__v], [number, 'Apotheca', 2])
    const holder = await addCustomer({ account_number: newNumber() })
    const wanted = { ...form, accountID: (await userOf(holder)).accountID }
    assert.equal((await edit(rep, wanted)).status, 409)
    assert.equal((await edit(rep, wanted, holder.businessId)).status, 200)
    assert.equal(await businessOf(rep), holder.businessId)
  })

  it('requires confirmation in an invitation too', async () => {
    const holder = await addCustomer({ account_number: newNumber() })
    const invitation = {
      role: 'salesRep' as const,
      name: 'Sam',
      lastName: 'Roe',
      email: `sam-${randomUUID()}@apotheca.example`,
      accountID: `0${(await userOf(holder)).accountID}`,
    }
    const refused = await portal.call(users.invite, { query: {}, body: invitation, as: admin })
    assert.equal(refused.status, 409)
    const query = { joins: holder.businessId }
    const { status, body } = await portal.call(users.invite, { query, body: invitation, as: admin })
    assert.deepEqual([status, body.user.accountID], [201, (await userOf(holder)).accountID])
  })
})
