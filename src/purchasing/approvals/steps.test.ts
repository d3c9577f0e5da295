import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placing } from '#orders/checkout/testing-placement.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from './contract.ts'
import { requesting } from './testing-requests.ts'

const portal = await startTestPortal()
const { call, db } = portal
const { ordersOf } = placing(portal)
const { addProduct, business, order, ask } = requesting(portal)

interface Step {
  overAmount: number | null
  approverIds: string[]
}
const saveSteps = (as: TestUser, steps: Step[], of = as) =>
  call(approvals.setSteps, { params: { id: of._id }, body: { steps }, as })
const approve = (as: TestUser, id: string, product: string, quantity = 60) =>
  call(approvals.approve, { params: { id }, body: { lines: [{ _id: product, quantity, price: 10 }] }, as })
const read = async (as: TestUser, id: string) => (await call(approvals.byId, { params: { id }, as })).body
const toDecide = async (as: TestUser) => (await call(approvals.status, { as })).body.toDecide
const askedFor = async (as: TestUser) =>
  (
    await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', as.email)
      .where('subject', 'like', '%asks you to approve%')
      .execute()
  ).map(({ body }) => body)

/** First the approver, then the manager for orders over 550 dollars. */
const twoSteps = async () => {
  const trade = await business()
  const { manager, approver } = trade
  const { status } = await saveSteps(manager, [
    { overAmount: null, approverIds: [approver._id] },
    { overAmount: 550, approverIds: [manager._id] },
  ])
  assert.equal(status, 200)
  return { ...trade, product: await addProduct({ price: 10 }) }
}

describe('a request with two steps', () => {
  it('goes to the first group, then to the second, whose approval places the order', async () => {
    const { manager, approver, buyer, product } = await twoSteps()
    const id = await ask(buyer, product)
    assert.deepEqual([(await askedFor(approver)).length, (await askedFor(manager)).length], [1, 0])
    assert.deepEqual([await toDecide(approver), await toDecide(manager)], [1, 0])
    assert.deepEqual((await read(manager, id)).mayDecide, false)
    const early = await approve(manager, id, product)
    assert.deepEqual([early.status, early.body.message], [409, 'This request is waiting for approval by Ann.'])

    const first = await approve(approver, id, product, 58)
    const waiting = 'Approved. Now waiting for approval by Mia Moss.'
    assert.deepEqual([first.status, first.body], [200, { message: waiting }])
    assert.deepEqual([await ordersOf(buyer), await toDecide(approver), await toDecide(manager)], [0, 0, 1])
    const [mail] = await askedFor(manager)
    assert.match(mail ?? '', /Approved by: Ann/)
    const shown = await read(manager, id)
    assert.deepEqual(
      [shown.state, shown.mayDecide, shown.isLastStep, shown.given.map(({ by }) => by.name), shown.approvers],
      ['waiting', true, true, ['Ann'], [{ _id: manager._id, name: 'Mia', lastName: 'Moss' }]],
    )
    assert.equal(shown.lines[0]?.approvedQuantity, 58)

    // A repeat of the first approval is idempotent and does not count for the second step.
    assert.deepEqual((await approve(approver, id, product, 58)).body, { message: waiting })
    const last = await approve(manager, id, product, 58)
    assert.equal(last.body.message, 'Order placed')
    assert.equal(await ordersOf(buyer), 1)
    const placed = await db
      .selectFrom('sales_order')
      .select(['placed_by', 'approved_by', 'total_price'])
      .where('id', '=', last.body.orderId ?? '')
      .executeTakeFirstOrThrow()
    assert.deepEqual(placed, { placed_by: buyer._id, approved_by: manager._id, total_price: 580 })
    const actions = await db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['approval requested', 'approval step completed', 'approval given'],
    )
  })

  it('needs only the first step up to the amount of the second', async () => {
    const { approver, buyer, product } = await twoSteps()
    const id = await ask(buyer, product, 55)
    assert.equal((await read(approver, id)).isLastStep, true)
    assert.equal((await approve(approver, id, product, 55)).body.message, 'Order placed')
    assert.equal(await ordersOf(buyer), 1)
  })

  it('is passed on once by concurrent approvals of its step', async () => {
    const { manager, approver, buyer, product, add } = await twoSteps()
    const second = await add('approver', 'Cy')
    await saveSteps(manager, [
      { overAmount: null, approverIds: [approver._id, second._id] },
      { overAmount: null, approverIds: [manager._id] },
    ])
    const id = await ask(buyer, product)
    const answers = await Promise.all([approver, second, approver].map((one) => approve(one, id, product)))
    const { given } = await read(manager, id)
    // A repeat by the person who approved is no conflict.
    const conflicts = given[0]?.by.name === 'Cy' ? 2 : 1
    assert.equal(answers.filter(({ status }) => status === 409).length, conflicts)
    assert.deepEqual([(await askedFor(manager)).length, given.length], [1, 1])
    assert.equal(await ordersOf(buyer), 0)
  })

  it('lets the delegate of a member decide, but never the same person twice', async () => {
    const { manager, approver, buyer, product } = await twoSteps()
    const id = await ask(buyer, product)
    await approve(approver, id, product)
    const until = portal.day(3)
    await call(approvals.setDeputy, { body: { deputyId: approver._id, until }, as: manager })
    assert.equal((await read(approver, id)).mayDecide, false)
    assert.match((await approve(approver, id, product)).body.message ?? '', /^Approved\. Now waiting/)
    assert.equal(await ordersOf(buyer), 0)

    const other = await ask(buyer, product, 56)
    await db.deleteFrom('approval_given').execute()
    await db.updateTable('approval_request').set({ step_no: 2 }).where('id', '=', other).execute()
    assert.equal((await approve(approver, other, product)).body.message, 'Order placed')
  })

  it('can be rejected by the approvers of its step only', async () => {
    const { manager, approver, buyer, product } = await twoSteps()
    const id = await ask(buyer, product)
    const reject = (as: TestUser) => call(approvals.reject, { params: { id }, body: { reason: 'Too many' }, as })
    assert.equal((await reject(manager)).status, 409)
    assert.equal((await reject(approver)).status, 200)
    assert.equal((await read(buyer, id)).state, 'rejected')
  })

  it('can be decided by any approver once its steps are removed', async () => {
    const { manager, approver, buyer, product } = await twoSteps()
    const id = await ask(buyer, product)
    await approve(approver, id, product)
    await saveSteps(manager, [])
    assert.equal((await approve(approver, id, product)).body.orderId, undefined)
    assert.equal((await approve(manager, id, product)).body.message, 'Order placed')
  })
})

it('refuses an order if one of its steps has no approver', async () => {
  const { manager, approver, buyer, product } = await twoSteps()
  await db.updateTable('user_account').set({ is_active: false }).where('id', '=', manager._id).execute()
  const { status, body } = await order(buyer, [{ _id: product, quantity: 60 }])
  assert.equal(status, 409)
  assert.match(String(body.message), /^This order needs approval, but your business has no other approver\./)
  assert.equal((await order(buyer, [{ _id: product, quantity: 55 }])).status, 202)
  assert.equal((await askedFor(approver)).length, 1)
})

it('previews the approvers of the first step', async () => {
  const { approver, buyer, product } = await twoSteps()
  const { body } = await call(approvals.preview, { body: { orderItems: [{ _id: product, quantity: 60 }] }, as: buyer })
  assert.deepEqual(
    body.approvers.map(({ _id }) => _id),
    [approver._id],
  )
})

describe('approval steps', () => {
  it('are changed by managers of the business, and read by its users and staff', async () => {
    const { manager, approver, buyer } = await twoSteps()
    const steps = [{ overAmount: null, approverIds: [approver._id] }]
    const stranger = (await business()).manager
    const staff = await portal.addUser({ is_admin: true })
    for (const [as, expected] of [
      [buyer, 403],
      [approver, 403],
      [stranger, 404],
      [staff, 403],
    ] as const)
      assert.equal((await saveSteps(as, steps, manager)).status, expected)
    for (const [as, expected] of [
      [buyer, 200],
      [staff, 200],
      [stranger, 404],
    ] as const)
      assert.equal((await call(approvals.steps, { params: { id: manager._id }, as })).status, expected)
    const { body } = await call(approvals.steps, { params: { id: manager._id }, as: manager })
    assert.deepEqual(
      body.steps.map(({ overAmount, approvers }) => [overAmount, approvers.map(({ _id }) => _id)]),
      [
        [null, [approver._id]],
        [550, [manager._id]],
      ],
    )
    assert.deepEqual(body.choices.map(({ _id }) => _id).toSorted(), [approver._id, manager._id].toSorted())
  })

  it('are refused with people of other businesses, buyers, duplicates or an amount in the first step', async () => {
    const { manager, approver, buyer } = await twoSteps()
    const stranger = (await business()).approver
    const of = (overAmount: number | null, ...approverIds: string[]) => ({ overAmount, approverIds })
    const refused: [Step[], number][] = [
      [[of(null, stranger._id)], 409],
      [[of(null, buyer._id)], 409],
      [[of(null, approver._id), of(null, approver._id)], 400],
      [[of(null, approver._id, approver._id)], 400],
      [[of(5, approver._id)], 400],
      [[of(null)], 400],
      [[of(null, approver._id), of(-1, manager._id)], 400],
    ]
    for (const [steps, expected] of refused) assert.equal((await saveSteps(manager, steps)).status, expected)
    const { body } = await call(approvals.steps, { params: { id: manager._id }, as: manager })
    assert.equal(body.steps.length, 2)
  })
})
