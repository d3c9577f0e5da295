import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { orderChanges } from '#order-changes/contract.ts'
import { orders } from '#orders/contract.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { erpAccount, until } from '../testing-simulator.ts'
import { endBackorders } from './end-backorders.ts'
import { runSync } from './run-sync.ts'
import { startSyncing } from './testing-sync.ts'

const { portal, simulator, erp, given } = await startSyncing()
const { db, call, worker } = portal
const buyer = await portal.addUser({ account_number: erpAccount })
const days = { BACKORDER_DAYS: 30 }

beforeEach(() => runSync(given, 'orders'))

const drainUntil = (holds: () => Promise<boolean>, what: string) =>
  until(async () => {
    await makeDue(db)
    await worker.drain()
    return holds()
  }, what)

/** An order of 10 pieces from 40 days ago, of which 6 are confirmed and 4 are backordered. */
const addBackordered = async () => {
  const facts = { business_id: buyer.businessId, user_id: buyer._id, placed_by: buyer._id, isQueued: true }
  const { id } = await addOrder(db, { ...facts, quantity: 10, items_price: 125, total_price: 125 })
  await drainUntil(async () => (await orderIn(db, id)).erp_state === 'linked', 'it is linked')
  const number = (await orderIn(db, id)).erp_id ?? ''
  await simulator.confirm(number, '10', [
    { quantity: '6', on: '2026-11-24T00:00:00Z' },
    { quantity: '4', on: '2099-12-02T00:00:00Z' },
  ])
  await runSync(given, 'orders')
  await db
    .updateTable('sales_order')
    .where('id', '=', id)
    .set({ created_at: sql<Date>`now() - interval '40 days'` })
    .execute()
  return { id, number }
}

const listed = async (id: string) => (await call(orderChanges.list, { params: { id }, as: buyer })).body
const outcomesOf = async (id: string) =>
  (await listed(id)).changes.map(({ by, reason, lines }) => [
    by,
    reason,
    lines.map(({ from, to, state }) => [from, to, state]),
  ])
const ends = (id: string) =>
  drainUntil(async () => (await listed(id)).changes.every(({ endedAt }) => endedAt !== null), 'the change ends')
const bodiesAbout = async (number: string) =>
  (await db.selectFrom('mail').select('body').where('subject', 'like', `%${number}%was changed`).execute()).map(
    ({ body }) => body,
  )
const exceptionsOf = async (id: string) =>
  (await db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute()).map(
    ({ message }) => message,
  )
const inErp = async (number: string) => (await erp.ordersByNumber([number])).rows[0]?.lines[0]?.quantity
const restOf = async (id: string) =>
  (await call(orders.reorder, { params: { id }, query: { rest: 'ended' }, as: buyer })).body.map(
    ({ quantity }) => quantity,
  )
const why = 'Backordered for more than 30 days'

it('the ERP is asked to cancel an old backordered rest, once, and the buyer gets one email when it is done', async () => {
  const { id, number } = await addBackordered()
  const counts = await Promise.all([endBackorders(db, days), endBackorders(db, days)])
  assert.equal(counts[0] + counts[1], 1)
  assert.deepEqual(await outcomesOf(id), [['', why, [[10, 6, 'asked']]]])
  assert.deepEqual([await bodiesAbout(number), await restOf(id)], [[], []])
  await ends(id)
  assert.equal(await inErp(number), 6)
  assert.deepEqual(await outcomesOf(id), [['', why, [[10, 6, 'done']]]])
  const { body: order } = await call(orders.byId, { params: { id }, as: buyer })
  assert.deepEqual([order.totalPrice, order.orderItems[0]?.canceledQuantity], [75, 4])
  const [mail = '', ...more] = await bodiesAbout(number)
  assert.match(mail, /backordered for too long.*4 backordered, canceled.*Order the rest again/s)
  assert.doesNotMatch(mail, /Quantity/)
  assert.deepEqual([more, await restOf(id), await exceptionsOf(id)], [[], [4], []])
  assert.equal(await endBackorders(db, days), 0)
})

it('a rest that the ERP does not cancel goes to a person, and the buyer is notified once it is done there', async () => {
  for (const refuse of [
    () => simulator.plan({ on: 'MERGE khsalesorder/ItemScheduleLineCollection', kind: 'status', status: 400, nth: 1 }),
    (number: string) => simulator.deliver(number, [{ line: '10', quantity: '6' }]),
  ]) {
    const { id, number } = await addBackordered()
    await refuse(number)
    assert.equal(await endBackorders(db, days), 1)
    await ends(id)
    assert.equal(await inErp(number), 10)
    const alarms = await exceptionsOf(id)
    assert.equal(alarms.length, 1)
    assert.match(alarms[0] ?? '', new RegExp(`^To be canceled in the ERP: order ${number} has 4 of .*\\. ${why}\\. `))
    assert.deepEqual([await bodiesAbout(number), await restOf(id), await endBackorders(db, days)], [[], [], 0])

    await simulator.changeLine(number, '10', { quantity: '6' })
    await runSync(given, 'orders')
    assert.equal((await bodiesAbout(number)).length, 1)
    assert.deepEqual([await outcomesOf(id), await restOf(id)], [[['', why, [[10, 6, 'done']]]], [4]])
    await runSync(given, 'orders')
    assert.equal((await bodiesAbout(number)).length, 1)
  }
})

it('an order whose buyer asks for a change meanwhile ends its backorder afterwards', async () => {
  const { id, number } = await addBackordered()
  await simulator.off()
  const lines = [{ line: 1, from: 10, to: 9 }]
  assert.equal(
    (await call(orderChanges.request, { params: { id }, body: { lines, reason: '' }, as: buyer })).status,
    200,
  )
  assert.equal(await endBackorders(db, days), 0)
  await simulator.on()
  await ends(id)
  await simulator.confirm(number, '10', [{ quantity: '6', on: '2026-11-24T00:00:00Z' }])
  await runSync(given, 'orders')
  assert.equal(await endBackorders(db, days), 1)
  await ends(id)
  assert.equal(await inErp(number), 6)
})
