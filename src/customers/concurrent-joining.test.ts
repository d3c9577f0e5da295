import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { hashPassword } from '#identity/hash-password.ts'
import { users } from './contract.ts'
import { startJoining } from './testing-joining.ts'

const joining = await startJoining()
const { portal, db, admin, other, newNumber, addCustomer, addWaiting } = joining
const { accept, edit, statusOf, bearersOf, formOf } = joining

describe('concurrent changes', () => {
  it('two applicants claim one number: one business gets it, the other requires confirmation', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const number = newNumber()
      const applicants = [await addWaiting({ account_number: number }), await addWaiting({ account_number: number })]
      const answers = await Promise.all(applicants.map((one, at) => accept(one, undefined, at === 0 ? admin : other)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal(await bearersOf(number), 1)
    }
  })

  it('a double Accept that joins a business happens once', async () => {
    const number = newNumber()
    const holder = await addCustomer({ account_number: number })
    const applicant = await addWaiting({ account_number: number })
    const answers = await Promise.all([admin, other, admin].map((as) => accept(applicant, holder.businessId, as)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  })

  it('a number edited while another applicant claims it belongs to one business', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const number = newNumber()
      const customer = await addCustomer({ account_number: newNumber() })
      const applicant = await addWaiting({ account_number: number })
      const form = { ...(await formOf(customer)), accountID: number }
      const answers = await Promise.all([edit(customer, form), accept(applicant, undefined, other)])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal(await bearersOf(number), 1)
    }
  })

  it('two businesses that swap numbers leave each number to at most one, without a deadlock', async () => {
    const [first, second] = [newNumber(), newNumber()]
    const [one, two] = [await addCustomer({ account_number: first }), await addCustomer({ account_number: second })]
    const [formOne, formTwo] = [await formOf(one), await formOf(two)]
    const answers = await Promise.all([
      edit(one, { ...formOne, accountID: second }, two.businessId),
      edit(two, { ...formTwo, accountID: first }, one.businessId, other),
    ])
    assert.ok(answers.some(({ status }) => status === 200))
    assert.ok(answers.every(({ status }) => [200, 409].includes(status)))
    for (const number of [first, second]) assert.ok((await bearersOf(number)) <= 1)
  })

  it('the last two customers of a business are deleted, and the business closes', async () => {
    const number = newNumber()
    const pair = [await addCustomer({ account_number: number }), await addCustomer({ account_number: number })]
    const answers = await Promise.all(
      pair.map(({ _id }) => portal.call(users.remove, { params: { id: _id }, query: {}, as: admin })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(await statusOf(pair[0]?.businessId ?? ''), 'closed')
    assert.equal(await bearersOf(number), 0)
  })

  it('two requests with one address create one account and one business', async () => {
    const email = `twice-${randomUUID()}@acme.example`
    const companyName = `Twice ${randomUUID()}`
    const payload = {
      companyName,
      name: 'A',
      lastName: 'B',
      email,
      phone: '617-555-0100',
      password: 'violet-anchor-17',
    }
    await hashPassword('warm')
    const answers = await Promise.all(
      [1, 2].map(() => portal.send({ method: 'POST', url: '/api/users/signup', payload })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await db.selectFrom('business').select('id').where('name', '=', companyName).execute()).length, 1)
  })
})
