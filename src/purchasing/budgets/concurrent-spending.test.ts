import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { budgets } from './contract.ts'
import { budgeting } from './testing-budgets.ts'

const portal = await startTestPortal()
const { business, setBudget, order, codeFor } = budgeting(portal)

describe('fifty concurrent orders of one business', () => {
  it('never exceed a blocking budget: twelve fit, and thirty-eight are refused with the amount left', async () => {
    const { manager, add } = await business()
    await setBudget(manager, { amount: 100 })
    await setBudget(manager, { period: 'quarter', amount: 99 })
    const people = await Promise.all(Array.from({ length: 50 }, (_, at) => add(`P${at}`)))
    const codes = await Promise.all(people.map((one) => codeFor(one)))
    const answers = await Promise.all(people.map((one, at) => order(one, 8, { otp: codes[at] ?? '' })))
    const count = (status: number) => answers.filter((one) => one.status === status).length
    assert.deepEqual([count(201), count(409)], [12, 38])
    for (const { status, body } of answers)
      if (status === 409)
        assert.match(
          String(body.message),
          /^This order of \$8\.00 is over budget\. .*Business budget: \$3\.00 of \$99\.00 left until /,
        )
    const { total } = await portal.db
      .selectFrom('sales_order')
      .select(({ fn }) => fn.sum<number>('total_price').as('total'))
      .where('business_id', '=', manager.businessId)
      .executeTakeFirstOrThrow()
    assert.equal(Number(total), 96)
    const { body } = await portal.call(budgets.list, { as: manager })
    assert.deepEqual(new Set(body.budgets.map(({ used }) => used)), new Set([96]))
  })

  it('email the managers once about a warn-only budget', async () => {
    const { manager, add } = await business()
    await setBudget(manager, { amount: 10, mode: 'warn' })
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => add(`P${at}`)))
    const codes = await Promise.all(people.map((one) => codeFor(one)))
    const answers = await Promise.all(people.map((one, at) => order(one, 4, { otp: codes[at] ?? '' })))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(answers.filter(({ body }) => 'overBudget' in body).length, 10)
    const mails = await portal.db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', manager.email)
      .where('subject', 'like', '%ordered')
      .execute()
    assert.deepEqual(mails, [{ subject: 'Business budget: $12.00 of $10.00 ordered' }])
  })
})
