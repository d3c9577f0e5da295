import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { approvals } from '../approvals/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { composeConfirmation } from '#orders/history/compose-confirmation.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { noPurchaseOrderMessage } from '#orders/charge-shapes.ts'
import { costCenters } from '../cost-centers/contract.ts'

const portal = await startTestPortal()
const { call, db } = portal
const { addProduct, codeFor, orderOf, ordersOf } = placing(portal)
const manager = await portal.addUser({ buying_role: 'manager', name: 'Mia', last_name: 'Moss' })
const buyer = await portal.addUser({ business_id: manager.businessId, buying_role: 'buyer' })
const stranger = await portal.addUser({ buying_role: 'manager' })
const rep = await portal.addUser({ is_sales_rep: true })
const admin = await portal.addUser({ is_admin: true })

const add = (as: TestUser, code: string, more = {}) =>
  call(costCenters.add, { body: { code, name: `Ward ${code}`, needsApproval: false, ...more }, as })
const place = async (
  as: TestUser,
  more: { costCenterId?: string | undefined; purchaseOrder?: string | undefined } = {},
  forUser = as,
) => {
  const lines = [{ _id: await addProduct({ price: 10 }), quantity: 1 }]
  const payload = orderOf(lines, await codeFor(as, forUser._id), more)
  return portal.send({
    method: 'POST',
    url: forUser === as ? '/api/orders' : `/api/orders/ByAdmin/${forUser._id}`,
    payload: forUser === as ? payload : { ...payload, forUser: forUser._id },
    as,
  })
}
const require = (as: TestUser, isRequired: boolean) => call(costCenters.require, { body: { isRequired }, as })

describe('the cost centers of a business', () => {
  it('are changed by managers of the business only, and each code is unique', async () => {
    const { status, body } = await add(manager, '410')
    assert.equal(status, 201)
    assert.equal((await add(buyer, '1')).status, 403)
    assert.equal((await add(rep, '1')).status, 403)
    assert.equal((await add(admin, '1')).status, 404)
    assert.equal((await add(stranger, '410')).status, 201, 'another business has codes of its own')
    const again = await add(manager, '410')
    assert.deepEqual([again.status, (again.body as Record<string, unknown>)['field']], [409, 'code'])
    assert.equal((await add(manager, ' ')).status, 400)
    const change = { code: '410', name: 'Pharmacy', isActive: true, needsApproval: false, __v: 1 }
    const params = { id: body._id }
    assert.equal((await call(costCenters.change, { params, body: change, as: stranger })).status, 404)
    assert.equal((await call(costCenters.change, { params, body: change, as: manager })).status, 200)
    assert.equal((await call(costCenters.change, { params, body: change, as: manager })).status, 409, 'a stale version')
    const { costCenters: listed, isRequired } = (await call(costCenters.list, { as: manager })).body
    assert.deepEqual([listed, isRequired], [[{ _id: body._id, ...change, __v: 2 }], false])
    const trail = await db
      .selectFrom('audit_entry')
      .select(['action', 'after'])
      .where('entity_id', '=', body._id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['cost center added', 'cost center changed'],
    )
  })

  it('are added once per key, even on a double click', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { code: 'twice', name: 'Twice', needsApproval: false }
    const answers = await Promise.all([1, 2].map(() => call(costCenters.add, { body, as: manager, headers })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    )
    assert.equal(answers[0]?.body._id, answers[1]?.body._id)
  })

  it('are offered while in use: to users of the business, and to staff for a customer', async () => {
    const kept = (await call(costCenters.list, { as: manager })).body.costCenters
    const twice = kept.find(({ code }) => code === 'twice')
    assert.ok(twice)
    const { _id: id, ...facts } = twice
    await call(costCenters.change, { params: { id }, body: { ...facts, isActive: false }, as: manager })
    const codes = async (as: TestUser, forUser?: string) =>
      (await call(costCenters.choices, { query: forUser ? { forUser } : {}, as })).body.costCenters?.map(
        ({ code }) => code,
      )
    assert.deepEqual(await codes(buyer), ['410'])
    assert.deepEqual(await codes(rep, buyer._id), ['410'])
    assert.deepEqual(await codes(rep), [])
    const other = await call(costCenters.choices, { query: { forUser: buyer._id }, as: stranger })
    assert.equal(other.status, 404)
    assert.deepEqual(await codes(await portal.addUser()), [])
  })
})

describe('an order', () => {
  it('has the code and name of its placement on page, paper, list, filter, file and email', async () => {
    const { _id } = (await add(manager, '520')).body
    const { status, body } = await place(buyer, { costCenterId: _id })
    assert.equal(status, 201)
    const { _id: id } = body.order as { _id: string }
    const change = { code: '521', name: 'Renamed', isActive: true, needsApproval: false, __v: 1 }
    await call(costCenters.change, { params: { id: _id }, body: change, as: manager })
    const costCenter = { code: '520', name: 'Ward 520' }
    const shown = (await call(orders.byId, { params: { id }, as: manager })).body
    assert.deepEqual(shown.costCenter, costCenter)
    const facts = composeConfirmation(shown, 'America/New_York').parts.flatMap((part) =>
      part.kind === 'facts' ? part.facts : [],
    )
    assert.deepEqual(
      facts.find(([what]) => what === 'Cost center'),
      ['Cost center', '520 Ward 520'],
    )
    await place(buyer)
    const list = async (filter: object) =>
      (await call(orders.mine, { params: { id: JSON.stringify(filter) }, query: {}, as: buyer })).body
    assert.deepEqual(
      (await list({ costCenter: 'ward 52' })).map((row) => row._id),
      [id],
    )
    assert.deepEqual(await list({ costCenter: '521' }), [])
    const csv = async (as: TestUser) =>
      (await portal.send({ method: 'GET', url: `/api/orders/mineSAPLocal/${as._id}/csv`, as })).raw.body
    assert.match(await csv(buyer), /,Cost center\r?\n/)
    assert.match(await csv(buyer), /520 Ward 520/)
    assert.doesNotMatch(await csv(await portal.addUser()), /Cost center/)
    const mail = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', buyer.email)
      .where('subject', 'like', 'We received%')
      .execute()
    assert.equal(mail.filter(({ body: text }) => text.includes('Cost center: 520 Ward 520')).length, 1)
  })

  it('cannot be charged to a cost center that is unknown, not in use or of another business', async () => {
    const others = (await add(stranger, '77')).body._id
    for (const id of [others, randomUUID()]) assert.equal((await place(buyer, { costCenterId: id })).status, 409)
    const gone = (await add(manager, 'gone')).body._id
    const facts = { code: 'gone', name: 'Gone', isActive: false, needsApproval: false, __v: 1 }
    await call(costCenters.change, { params: { id: gone }, body: facts, as: manager })
    const { status, body } = await place(buyer, { costCenterId: gone })
    assert.deepEqual([status, body.field], [409, 'costCenterId'])
  })

  it('needs one if the manager requires it, even from staff, but not if there is none to choose', async () => {
    assert.equal((await require(buyer, true)).status, 403)
    assert.equal((await require(manager, true)).status, 200)
    const before = await ordersOf(buyer)
    for (const as of [buyer, rep]) {
      const { status, body } = await place(as, {}, buyer)
      assert.deepEqual([status, body.message], [409, 'Choose a cost center for this order.'])
    }
    assert.equal(await ordersOf(buyer), before)
    const center = (await call(costCenters.choices, { query: {}, as: buyer })).body.costCenters[0]?._id
    assert.equal((await place(rep, { costCenterId: center }, buyer)).status, 201)
    await require(manager, false)
    const alone = await portal.addUser({ buying_role: 'manager' })
    await require(alone, true)
    assert.equal((await place(alone)).status, 201)
  })
})

describe('the purchase order number of an order', () => {
  const requireNumber = (as: TestUser, isRequired: boolean) =>
    call(costCenters.requirePurchaseOrder, { body: { isRequired }, as })

  it('is required if the manager says so, even from staff, and checkout shows that', async () => {
    assert.equal((await requireNumber(buyer, true)).status, 403)
    assert.equal((await requireNumber(rep, true)).status, 403)
    assert.equal((await requireNumber(manager, true)).status, 200)
    const before = await ordersOf(buyer)
    for (const as of [buyer, rep])
      for (const purchaseOrder of [undefined, '', '   ']) {
        const { status, body } = await place(as, { purchaseOrder }, buyer)
        assert.deepEqual([status, body.message, body.field], [409, noPurchaseOrderMessage, 'purchaseOrder'])
      }
    assert.equal(await ordersOf(buyer), before)
    assert.equal((await place(rep, { purchaseOrder: 'PO-1' }, buyer)).status, 201)
    for (const [as, query] of [
      [buyer, {}],
      [rep, { forUser: buyer._id }],
    ] as const)
      assert.equal((await call(costCenters.choices, { query, as })).body.needsPurchaseOrder, true)
    assert.equal((await call(costCenters.choices, { query: {}, as: stranger })).body.needsPurchaseOrder, false)
    await requireNumber(manager, false)
    assert.equal((await place(buyer)).status, 201)
  })

  it('names the earlier orders of the business that have it, and no others', async () => {
    const earlier = async (as: TestUser, number: string, forUser?: string) => {
      const { status, body } = await call(orders.withPurchaseOrder, {
        query: { number, ...(forUser && { forUser }) },
        as,
      })
      assert.equal(status, 200)
      return body.map(({ _id }) => _id)
    }
    const placed = await place(buyer, { purchaseOrder: 'Ward 7-b' })
    const { _id: id } = placed.body.order as { _id: string }
    assert.deepEqual(await earlier(manager, 'Ward 7-b'), [id], 'a colleague sees it')
    for (const variant of ['WARD 7-B', 'ward7-B', ' wArd  7 -b ', 'Ward\u00a07-b'])
      assert.deepEqual(await earlier(buyer, variant), [id], variant)
    assert.deepEqual(await earlier(rep, 'Ward 7-b', buyer._id), [id], 'the rep sees it')
    assert.deepEqual(await earlier(stranger, 'Ward 7-b'), [], 'another business does not')
    assert.deepEqual(await earlier(rep, 'Ward 7-b'), [])
    for (const other of ['', 'Ward 7', 'Ward 7-b 2', '%']) assert.deepEqual(await earlier(buyer, other), [])
    await db.updateTable('sales_order').set({ is_cancelled: true }).where('id', '=', id).execute()
    assert.deepEqual(await earlier(buyer, 'Ward 7-b'), [], 'a canceled order gives its number back')
    const denied = await call(orders.withPurchaseOrder, { query: { number: '1', forUser: manager._id }, as: stranger })
    assert.equal(denied.status, 404)
  })
})

describe('a cost center whose orders need approval', () => {
  it('applies to buyers only and appears on the resulting order', async () => {
    const { _id: costCenterId } = (await add(manager, 'ICU', { needsApproval: true })).body
    assert.equal((await place(manager, { costCenterId })).status, 201)
    const lines = [{ _id: await addProduct({ price: 10 }), quantity: 1 }]
    const told = await call(approvals.preview, { body: { orderItems: lines, costCenterId }, as: buyer })
    assert.deepEqual(told.body.reasons, ['Cost center: ICU Ward ICU.'])
    const { status, body } = await place(buyer, { costCenterId })
    assert.equal(status, 202)
    const { _id: id } = body.approval as { _id: string }
    const { lines: asked, costCenter } = (await call(approvals.byId, { params: { id }, as: manager })).body
    assert.deepEqual(costCenter, { code: 'ICU', name: 'Ward ICU' })
    const approved = await call(approvals.approve, {
      params: { id },
      body: { lines: asked.map(({ _id, quantity, price }) => ({ _id, quantity, price: price ?? 0 })) },
      as: manager,
    })
    const order = await call(orders.byId, { params: { id: approved.body.orderId ?? '' }, as: buyer })
    assert.deepEqual(order.body.costCenter, costCenter)
  })
})
