import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from './contract.ts'
import { noRules } from './rule-shapes.ts'

const portal = await startTestPortal()
const { call } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const manager = await portal.addUser({ buying_role: 'manager', name: 'Mia', last_name: 'Moss' })
const buyer = await portal.addUser({ business_id: manager.businessId })
const [admin, rep] = [await portal.addUser({ is_admin: true }), await portal.addUser({ is_sales_rep: true })]
const stranger = await portal.addUser({ buying_role: 'manager' })

const read = (as: TestUser, of = buyer) => call(approvals.rules, { params: { id: of._id }, as })
const set = (as: TestUser, rules: object) =>
  call(approvals.setRules, { params: { id: manager._id }, body: { ...noRules, ...rules }, as })
const preview = async (as: TestUser, _id: string, quantity = 1) =>
  (await call(approvals.preview, { body: { orderItems: [{ _id, quantity }] }, as })).body

describe('the rules of a business', () => {
  it('are changed by managers of the business only, and readable by its users and staff', async () => {
    assert.deepEqual((await read(buyer)).body, noRules)
    const rules = { ...noRules, overAmount: 99.5, isForCold: true }
    assert.equal((await set(manager, rules)).status, 200)
    for (const reader of [manager, buyer, admin, rep]) assert.deepEqual((await read(reader)).body, rules)
    for (const [writer, status] of [
      [buyer, 403],
      [rep, 403],
      [admin, 403],
      [stranger, 404],
    ] as const)
      assert.equal((await set(writer, noRules)).status, status)
    assert.equal((await read(stranger)).status, 404)
    assert.equal((await set(manager, { overAmount: -1 })).status, 400)
    assert.equal((await set(manager, { overLines: 1.5 })).status, 400)
    assert.deepEqual((await read(manager)).body, rules)
    const { before, after } = await portal.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'approval rules changed')
      .where('actor_id', '=', manager._id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([before, after], [noRules, rules])
  })

  it('leave no row behind when the last rule is turned off', async () => {
    assert.equal((await set(manager, noRules)).status, 200)
    const rows = await portal.db.selectFrom('approval_rules').select('business_id').execute()
    assert.deepEqual([rows, (await read(buyer)).body], [[], noRules])
  })
})

describe('the approval preview', () => {
  it('returns reasons and approvers only to buyers of a business with rules', async () => {
    const product = await addProduct({ name: 'Insulin', price: 10, cold_status: 'Refrigerated' })
    await set(manager, { overAmount: 50, isForCold: true })
    const told = await preview(buyer, product, 6)
    assert.deepEqual(told.reasons, ['The total is over $50.00.', 'Refrigerated or frozen: Insulin.'])
    assert.deepEqual(told.approvers, [{ _id: manager._id, name: 'Mia', lastName: 'Moss' }])
    const nothing = { reasons: [], approvers: [] }
    assert.deepEqual(await preview(buyer, await addProduct({ price: 50 })), nothing)
    assert.deepEqual(await preview(manager, product, 6), nothing)
    assert.deepEqual(await preview(await portal.addUser(), product, 6), nothing)
  })

  it('recognizes products that any user of the business ordered before', async () => {
    const [known, other] = [await addProduct({ dea_schedule: 'CIV' }), await addProduct({ name: 'Other' })]
    const body = orderOf([{ _id: known, quantity: 1 }], await codeFor(manager))
    assert.equal((await call(orders.place, { body, as: manager })).status, 201)
    await set(manager, { isForNew: true })
    assert.deepEqual((await preview(buyer, known)).reasons, [])
    assert.deepEqual((await preview(buyer, other)).reasons, ['Not ordered before: Other.'])
    await set(manager, { isForControlled: true })
    assert.match((await preview(buyer, known)).reasons.join(), /^Controlled: Product/)
  })
})
