import assert from 'node:assert/strict'
import { it } from 'node:test'
import { orders } from '#orders/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { requesting } from '#purchasing/approvals/testing-requests.ts'
import { schedules } from './contract.ts'

const portal = await startTestPortal()
const { db, call, day } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf } = requesting(portal)

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
