import assert from 'node:assert/strict'
import { it } from 'node:test'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { noRules } from '#purchasing/approvals/rule-shapes.ts'
import { requesting } from '#purchasing/approvals/testing-requests.ts'
import { schedules } from './contract.ts'

const portal = await startTestPortal()
const { db, call, day } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf, business, order, ask } = requesting(portal)

const facts = (substance: string) => ({
  state: 'MA',
  substance,
  schedule: 'CV' as const,
  source: 'Board of Pharmacy, list of 2026',
  effectiveOn: day(-30),
})
const add = (substance: string, more: object = {}) =>
  call(schedules.add, { body: { ...facts(substance), ...more }, as: admin })

it('the schedule of the State is on the line of the order and in its email', async () => {
  assert.equal((await add('Lineadrug')).status, 201)
  const all = await call(schedules.list, { as: admin })
  assert.equal(all.status, 200, all.raw.body)
  const [listed] = all.body.filter(({ substance }) => substance === 'Lineadrug')
  assert.deepEqual([listed?.products, listed?.schedule], [0, 'CV'])
  const buyer = await portal.addUser({ shipto_state: 'MA' })
  const ordered = [
    await addProduct({ name: 'Linea Tablets', generic_name: 'lineadrug', count_in_stock: 50 }),
    await addProduct({ name: 'Other Tablets', generic_name: 'otherdrug', count_in_stock: 50 }),
  ]
  const items = ordered.map((_id) => ({ _id, quantity: 1 }))
  const preview = { orderItems: items.map((item) => ({ ...item, price: 1 })) }
  const previewed = await call(orders.price, { body: preview, as: buyer })
  assert.deepEqual(
    previewed.body.map(({ name, stateSchedule }) => [name, stateSchedule]).toSorted(),
    [
      ['Linea Tablets', 'Schedule V in MA'],
      ['Other Tablets', undefined],
    ],
    'before the order is placed',
  )
  const elsewhere = await call(orders.price, { body: { ...preview, shipToId: crypto.randomUUID() }, as: buyer })
  assert.ok(elsewhere.body.every(({ stateSchedule }) => stateSchedule === undefined))
  const placed = await portal.send({
    method: 'POST',
    url: '/api/orders',
    payload: orderOf(items, await codeFor(buyer)),
    as: buyer,
  })
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  const { _id: id, orderItems } = placed.body.order as { _id: string; orderItems: { stateSchedule?: string }[] }
  assert.deepEqual(
    orderItems.map(({ stateSchedule }) => stateSchedule),
    ['Schedule V in MA', undefined],
  )
  const read = (await call(orders.byId, { params: { id }, as: buyer })).body
  assert.deepEqual(
    read.orderItems.map(({ stateSchedule }) => stateSchedule),
    ['Schedule V in MA', undefined],
  )
  const { body } = await db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', buyer.email)
    .where('body', 'like', '%Linea%')
    .executeTakeFirstOrThrow()
  assert.match(body, /Linea Tablets \(Schedule V in MA\)/)
})

it('before checkout, the schedules of the ship-to State are known for products that the buyer sees', async () => {
  const facts = { state: 'KY', effectiveOn: day() }
  for (const [substance, schedule] of [
    ['Markedrug', 'CV'],
    ['Refusedrug', 'CII'],
    ['Laterdrug', 'CV'],
  ] as const)
    await add(substance, { ...facts, schedule, ...(substance === 'Laterdrug' && { effectiveOn: day(1) }) })
  const named = (generic_name: string, more: object = {}) => addProduct({ generic_name, count_in_stock: 50, ...more })
  const [marked, refused] = [await named('markedrug'), await named('Other', { drug_family: 'REFUSEDRUG' })]
  const others = [
    await named('laterdrug'),
    await named('otherdrug'),
    await named('markedrug', { dea_schedule: 'CIV' }),
    await named('markedrug', { is_published: false }),
  ]
  const ids = [marked, refused, ...others]
  const buyer = await portal.addUser({ shipto_state: 'Kentucky' })
  const addShipTo = async (of: TestUser, state: string): Promise<string> => {
    const id = crypto.randomUUID()
    const place = { name: 'Annex', address1: '1 Way', city: 'Town', zip: '40202', country: 'US', state }
    await db
      .insertInto('ship_to')
      .values({ id, business_id: of.businessId, ...place })
      .execute()
    return id
  }
  const [annex, elsewhere] = [await addShipTo(buyer, 'KY'), await addShipTo(buyer, 'OH')]
  const theirs = await addShipTo(await portal.addUser(), 'KY')
  const shown = async (as: TestUser, shipToId?: string, headers = {}) => {
    const asked = { body: { ids, ...(shipToId && { shipToId }) }, as, headers }
    const { status, body } = await call(schedules.ofProducts, asked)
    assert.equal(status, 200)
    return new Map(body.map(({ _id, ...one }) => [_id, one]))
  }
  const expected = new Map([
    [marked, { stateSchedule: 'Schedule V in KY' }],
    [refused, { stateSchedule: 'Schedule II in KY', refusal: 'Schedule II in KY. Contact us to order it.' }],
  ])
  for (const shipToId of [undefined, annex]) assert.deepEqual(await shown(buyer, shipToId), expected)
  for (const shipToId of [elsewhere, theirs]) assert.deepEqual(await shown(buyer, shipToId), new Map())
  assert.deepEqual(await shown(admin), new Map(), 'no customer, no ship-to')
  assert.deepEqual(await shown(admin, undefined, { 'ordering-for': buyer._id }), expected)
  const tooMany = { ids: Array.from({ length: 1_001 }, () => marked) }
  assert.equal((await call(schedules.ofProducts, { body: tooMany, as: buyer })).status, 400)
})

it('approvers read the schedule of the State, and the rule for controlled substances asks them', async () => {
  await add('Askdrug', { state: 'KY' })
  const { manager, approver, buyer } = await business()
  await db.updateTable('business').set({ shipto_state: 'KY' }).where('id', '=', buyer.businessId).execute()
  const rules = { ...noRules, isForControlled: true }
  assert.equal((await call(approvals.setRules, { params: { id: manager._id }, body: rules, as: manager })).status, 200)
  const product = await addProduct({ name: 'Ask Tablets', generic_name: 'askdrug', count_in_stock: 50 })
  const reasons = ['Controlled: Ask Tablets (Schedule V in KY).']
  const body = { orderItems: [{ _id: product, quantity: 1 }] }
  assert.deepEqual((await call(approvals.preview, { body, as: buyer })).body.reasons, reasons)
  const id = await ask(buyer, product, 1)
  const request = (await call(approvals.byId, { params: { id }, as: approver })).body
  assert.deepEqual([request.reasons, request.lines[0]?.stateSchedule], [reasons, 'Schedule V in KY'])
  const other = await addProduct({ name: 'Free Tablets', generic_name: 'freedrug', count_in_stock: 50 })
  assert.equal((await order(buyer, [{ _id: other, quantity: 1 }])).status, 201)
})

it('a substance has one schedule in a State; a removed one can be recorded again', async () => {
  const [first, second] = await Promise.all([add('Oncedrug'), add('ONCEDRUG')])
  assert.deepEqual([first.status, second.status].toSorted(), [201, 409])
  assert.equal((await add('Oncedrug', { state: 'NH' })).status, 201)
  const added = first.status === 201 ? first : second
  const params = { id: added.body._id }
  assert.equal((await call(schedules.remove, { params, as: admin })).status, 200)
  assert.equal((await call(schedules.remove, { params, as: admin })).status, 404)
  assert.equal((await add('Oncedrug', { schedule: 'CIV' })).status, 201)
})

it('needs a State, a schedule, a source and a date', async () => {
  const wrong = [{ state: 'Mass' }, { state: '' }, { schedule: 'CI' }, { source: ' ' }, { effectiveOn: '2026-02-30' }]
  for (const more of [...wrong, { substance: '' }])
    assert.equal((await add('Wrongdrug', more)).status, 400, JSON.stringify(more))
})
