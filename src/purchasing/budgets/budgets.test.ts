import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import { approvals } from '../approvals/contract.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { budgets } from './contract.ts'
import { costCenters } from '../cost-centers/contract.ts'
import { budgeting } from './testing-budgets.ts'

const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: 'America/New_York' } })
const { call, db } = portal
const { addProduct, business, setBudget, order, left } = budgeting(portal)
const rep = await portal.addUser({ is_sales_rep: true })
const admin = await portal.addUser({ is_admin: true })

describe('the budgets of a business', () => {
  it('are changed by managers of the business only, for its own people and cost centers', async () => {
    const { manager, buyer } = await business()
    const other = await business()
    const { status, body } = await setBudget(manager, { userId: buyer._id, amount: 50 })
    assert.equal(status, 201)
    for (const [as, refused] of [
      [buyer, 403],
      [rep, 403],
      [admin, 404],
    ] as const)
      assert.equal((await setBudget(as)).status, refused)
    assert.equal((await setBudget(manager, { userId: other.buyer._id })).status, 404)
    assert.equal((await setBudget(manager, { costCenterId: randomUUID() })).status, 404)
    const both = { userId: buyer._id, costCenterId: randomUUID() }
    for (const bad of [both, { amount: 0 }, { amount: -5 }, { amount: Number.NaN }])
      assert.equal((await setBudget(manager, bad)).status, 400)
    assert.equal((await setBudget(manager, { userId: buyer._id })).status, 409, 'a twin')
    assert.equal((await setBudget(manager, { userId: buyer._id, mode: 'warn' })).status, 201)
    const params = { id: body._id }
    const change = { period: 'quarter' as const, amount: 70, mode: 'stop' as const, __v: 1 }
    assert.equal((await call(budgets.change, { params, body: change, as: other.manager })).status, 404)
    assert.equal((await call(budgets.remove, { params, as: other.manager })).status, 404)
    assert.equal((await call(budgets.list, { as: buyer })).status, 403)
    assert.deepEqual((await call(budgets.list, { as: other.manager })).body.budgets, [])
    assert.equal((await call(budgets.change, { params, body: change, as: manager })).status, 200)
    assert.equal((await call(budgets.change, { params, body: change, as: manager })).status, 409, 'a stale version')
    assert.equal((await call(budgets.remove, { params, as: manager })).status, 200)
    const trail = await db.selectFrom('audit_entry').select('action').where('entity_id', '=', body._id).execute()
    assert.deepEqual(trail.map(({ action }) => action).toSorted(), ['budget added', 'budget changed', 'budget removed'])
  })

  it('are added once on a double click', async () => {
    const { manager } = await business()
    const headers = { 'idempotency-key': randomUUID() }
    const body = { userId: null, costCenterId: null, period: 'month', amount: 5, mode: 'stop' } as const
    const answers = await Promise.all([1, 2].map(() => call(budgets.add, { body, as: manager, headers })))
    assert.deepEqual([answers[0]?.status, answers[0]?.body._id], [201, answers[1]?.body._id])
    assert.equal((await call(budgets.list, { as: manager })).body.budgets.length, 1)
  })
})

describe('an order against a blocking budget', () => {
  it('is placed up to the last cent, then refused with the amount left, and nothing is written', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { userId: buyer._id, amount: 100 })
    assert.equal((await order(buyer, 60)).status, 201)
    const { status, body } = await order(buyer, 41)
    assert.equal(status, 409)
    assert.match(
      String(body.message),
      /^This order of \$41\.00 is over budget\. Your budget: \$40\.00 of \$100\.00 left until /,
    )
    const written = await db.selectFrom('sales_order').select('total_price').where('user_id', '=', buyer._id).execute()
    assert.deepEqual(written, [{ total_price: 60 }])
    assert.equal((await order(manager, 500)).status, 201, 'it is the buyer’s alone')
    assert.equal((await order(buyer, 40)).status, 201)
    assert.equal((await order(buyer, 1)).status, 409)
  })

  it('frees the amount when it is canceled or deleted', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { amount: 100 })
    const placed = await order(buyer, 100)
    assert.equal((await order(manager, 1)).status, 409)
    const { _id: id } = placed.body.order as { _id: string }
    assert.equal((await call(orders.remove, { params: { id }, query: { reason: 'Wrong' }, as: admin })).status, 200)
    const next = await order(buyer, 100)
    assert.equal(next.status, 201)
    await db
      .updateTable('sales_order')
      .set({ is_cancelled: true })
      .where('id', '=', (next.body.order as { _id: string })._id)
      .execute()
    assert.equal((await order(buyer, 100)).status, 201)
  })

  it('counts staff orders for the user, and shows staff what is left but not the amount', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { userId: buyer._id, amount: 100 })
    await setBudget(manager, { amount: 10, mode: 'warn' })
    const placed = await order(rep, 70, { forUser: buyer })
    assert.equal(placed.status, 201)
    assert.equal(JSON.stringify(placed.body.overBudget).includes('$10.00'), false)
    assert.equal((await order(buyer, 31)).status, 409)
    const { status, body } = await order(rep, 31, { forUser: buyer })
    assert.equal(status, 409)
    assert.match(String(body.message), /Budget for Bo: \$30\.00 left until /)
    const [told, ...more] = (await left(rep, { forUser: buyer._id })) ?? []
    assert.deepEqual([told?.title, told?.left, told?.amount, more], ['Budget for Bo', 30, undefined, []])
    assert.deepEqual(await left(rep), [])
  })

  it('counts only the current month or quarter in the wholesaler’s time zone', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { amount: 100 })
    await setBudget(manager, { amount: 1_000, period: 'quarter' })
    const moved = async (moment: string) => {
      const { body } = await order(buyer, 90)
      const { _id: id } = body.order as { _id: string }
      await sql`update sales_order set created_at = (${sql.raw(moment)}) at time zone 'America/New_York'
        where id = ${id}::uuid`.execute(db)
    }
    const here = `now() at time zone 'America/New_York'`
    await moved(`date_trunc('month', ${here}) - interval '1 millisecond'`)
    await moved(`date_trunc('quarter', ${here}) - interval '1 millisecond'`)
    await moved(`date_trunc('month', ${here})`)
    const { body } = await call(budgets.list, { as: manager })
    const { rows } = await sql<{ isFirst: boolean }>`
      select date_trunc('month', ${sql.raw(here)}) = date_trunc('quarter', ${sql.raw(here)}) as "isFirst"`.execute(db)
    assert.deepEqual(
      body.budgets.map(({ period, used }) => [period, used]),
      [
        ['month', 90],
        ['quarter', rows[0]?.isFirst ? 90 : 180],
      ],
    )
  })
})

describe('a warn-only budget', () => {
  it('lets the order through with a warning and emails the managers once', async () => {
    const { manager, buyer } = await business()
    const { _id: costCenterId } = (
      await call(costCenters.add, { body: { code: '410', name: 'Pharmacy', needsApproval: false }, as: manager })
    ).body
    await setBudget(manager, { costCenterId, amount: 100, mode: 'warn' })
    assert.equal((await order(buyer, 300)).body.overBudget, undefined, 'without the cost center it is not concerned')
    for (const dollars of [120, 10]) {
      const { status, body } = await order(buyer, dollars, { costCenterId })
      assert.equal(status, 201)
      const over = dollars === 120 ? '20' : '30'
      assert.match(
        String(body.overBudget),
        new RegExp(`^Budget for cost center 410 Pharmacy: \\$${over}\\.00 over the budget of \\$100\\.00 until `),
      )
    }
    const mails = await db
      .selectFrom('mail')
      .select(['recipient', 'subject'])
      .where('subject', 'like', 'Budget for cost center 410%')
      .execute()
    assert.deepEqual(mails, [
      { recipient: manager.email, subject: 'Budget for cost center 410 Pharmacy: $120.00 of $100.00 ordered' },
    ])
  })

  it('is shown before the order to buyers of the business, but not to viewers', async () => {
    const { manager, buyer, add } = await business()
    await setBudget(manager, { userId: buyer._id, amount: 100, mode: 'warn' })
    await order(buyer, 30)
    const [told] = (await left(buyer)) ?? []
    assert.deepEqual([told?.title, told?.left, told?.amount, told?.mode], ['Your budget', 70, 100, 'warn'])
    assert.deepEqual(await left(manager), [])
    assert.deepEqual(await left(await add('Vi', 'viewer')), [])
    assert.deepEqual(await left(rep, { forUser: buyer._id }), [], 'the staff need not know what only warns')
    const stranger = await portal.addUser()
    assert.equal((await call(budgets.left, { query: { forUser: buyer._id }, as: stranger })).status, 404)
  })
})

describe('a deleted user', () => {
  it('leaves no budget behind', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { userId: buyer._id })
    await setBudget(manager)
    const params = { id: buyer._id }
    assert.equal((await call(users.remove, { params, query: { reason: 'Left' }, as: admin })).status, 200)
    const { body } = await call(budgets.list, { as: manager })
    assert.deepEqual(
      body.budgets.map(({ person }) => person),
      [null],
    )
  })
})

describe('an order that waits for approval', () => {
  it('is checked when requested, does not count while it waits, and is checked again on approval', async () => {
    const { manager, buyer } = await business()
    await db
      .insertInto('approval_rules')
      .values({ business_id: manager.businessId, over_amount: 50, over_lines: null })
      .execute()
    await setBudget(manager, { userId: buyer._id, amount: 100 })
    assert.equal((await order(buyer, 101)).status, 409)
    const asked = await order(buyer, 80)
    assert.equal(asked.status, 202)
    assert.equal((await left(buyer))?.[0]?.left, 100)
    assert.equal((await order(buyer, 30)).status, 201)
    const { _id: id } = asked.body.approval as { _id: string }
    const { lines } = (await call(approvals.byId, { params: { id }, as: manager })).body
    const approve = (quantity: number) =>
      call(approvals.approve, {
        params: { id },
        body: { lines: lines.map(({ _id }) => ({ _id, quantity, price: 1 })) },
        as: manager,
      })
    const refused = await approve(80)
    assert.equal(refused.status, 409)
    assert.match(String(refused.body.message), /Budget for Bo: \$70\.00 of \$100\.00 left/)
    assert.equal((await approve(70)).status, 200)
    assert.equal((await left(buyer))?.[0]?.left, 0)
  })
})

describe('a budget that asks for approval', () => {
  it('turns a buyer’s order over it into a request, which counts with both names once approved', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { userId: buyer._id, amount: 100, mode: 'ask' })
    assert.equal((await order(buyer, 100)).status, 201, 'up to the last cent')
    const asked = await order(buyer, 20)
    assert.equal(asked.status, 202)
    const { _id: id, reasons } = asked.body.approval as { _id: string; reasons: string[] }
    assert.equal(reasons.length, 1)
    assert.match(reasons[0] ?? '', /^Budget for Bo: \$20\.00 over the budget of \$100\.00 until /)
    assert.deepEqual(
      (await left(buyer))?.map((one) => [one.mode, one.left]),
      [['ask', 0]],
      'a request does not count',
    )
    const { lines, budgets: shown } = (await call(approvals.byId, { params: { id }, as: manager })).body
    assert.deepEqual(
      shown.map(({ mode, left: rest }) => [mode, rest]),
      [['ask', 0]],
    )
    const approved = await call(approvals.approve, {
      params: { id },
      body: { lines: lines.map(({ _id, quantity }) => ({ _id, quantity, price: 1 })) },
      as: manager,
    })
    assert.equal(approved.status, 200)
    assert.match(String(approved.body.overBudget), /^Budget for Bo: \$20\.00 over the budget of \$100\.00 until /)
    assert.equal((await left(buyer))?.[0]?.left, -20)
    const placed = await db
      .selectFrom('sales_order')
      .select(['placed_by', 'approved_by'])
      .where('id', '=', approved.body.orderId ?? '')
      .executeTakeFirstOrThrow()
    assert.deepEqual(placed, { placed_by: buyer._id, approved_by: manager._id })
    const mails = await db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', manager.email)
      .where('subject', 'like', '%of $100.00 ordered')
      .execute()
    assert.deepEqual(mails, [], 'the approver decided on it')
  })

  it('is announced before the order, and yields to a blocking budget', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { amount: 100, mode: 'ask' })
    const _id = await addProduct({ price: 1, count_in_stock: 5_000 })
    const preview = async (quantity: number) =>
      (await call(approvals.preview, { body: { orderItems: [{ _id, quantity }] }, as: buyer })).body.reasons
    assert.deepEqual(await preview(100), [])
    assert.match(String(await preview(101)), /^Business budget: \$1\.00 over the budget of \$100\.00 until /)
    await setBudget(manager, { amount: 200 })
    assert.equal((await order(buyer, 150)).status, 202)
    assert.equal((await order(buyer, 201)).status, 409)
  })

  it('only warns about orders that need no approval', async () => {
    const { manager, buyer } = await business()
    await setBudget(manager, { amount: 100, mode: 'ask' })
    assert.equal((await left(manager))?.[0]?.mode, 'warn')
    for (const { status, body } of [await order(manager, 120), await order(rep, 10, { forUser: buyer })]) {
      assert.equal(status, 201)
      assert.match(String(body.overBudget), /^Business budget: \$/)
    }
    const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', manager.email).execute()
    assert.equal(mails.filter(({ subject }) => subject === 'Business budget: $120.00 of $100.00 ordered').length, 1)
  })
})
