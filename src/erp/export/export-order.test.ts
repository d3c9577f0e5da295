import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Postponed } from '#platform/jobs/worker.ts'
import { startTestPortal } from '#portal/testing.ts'
import { connectErp } from '../connect-erp.ts'
import { type Erp, ErpError } from '../gateway/erp.ts'
import { exportOrder } from './export-order.ts'
import { queueMissedExports, queueExport, retryExport } from '#orders/queue-export.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { createCall, findCall, startExporting } from './testing-export.ts'

const { simulator, byd, db, worker, config, stateOf, becomes, attemptsOf, only } = await startExporting()

test('an order arrives with one request and gets its number', async () => {
  const { id, reference } = await addOrder(db, { shipping_method: 'UPS GROUND' })
  await worker.drain()
  const order = await orderIn(db, id)
  const inErp = await only(reference)
  assert.equal(order.erp_state, 'linked')
  assert.equal(order.erp_id, inErp.id)
  assert.equal(order.erp_object_id, inErp.objectId)
  assert.equal(order.erp_status, '4')
  assert.equal(order.erp_net_amount, 25)
  assert.equal(order.bill_to_party_id, '1000001')
  assert.equal(order.erp_attempts, 1)
  assert.equal(order.erp_error, null)
  assert.equal(inErp.shipVia, 'UPS GROUND')
  assert.deepEqual(await simulator.requests('POST'), [createCall])
  assert.deepEqual(await db.selectFrom('job').selectAll().where('key', '=', id).execute(), [])
})

test('the hook runs once, in the transaction that stores the number', async () => {
  const { id } = await addOrder(db, { isQueued: false })
  const seen: (string | null)[] = []
  const given = { db, erp: byd, config, onLinked: async () => Promise.reject(new Error('no mail')) }
  await assert.rejects(exportOrder(given, id, AbortSignal.timeout(5_000)), /no mail/)
  assert.equal(await stateOf(id), 'sending')

  const onLinked = async (tx: typeof db, orderId: string) => void seen.push((await orderIn(tx, orderId)).erp_id)
  assert.equal(await exportOrder({ ...given, onLinked }, id, AbortSignal.timeout(5_000)), 'linked')
  assert.equal(await exportOrder({ ...given, onLinked }, id, AbortSignal.timeout(5_000)), 'linked')
  assert.deepEqual(seen, [(await orderIn(db, id)).erp_id])
})

test('an order in doubt does not hold up the others', async () => {
  const doubtful = await addOrder(db)
  const next = await addOrder(db)
  await simulator.plan({ on: createCall, kind: 'reset-before', nth: 1 })
  await worker.drain()
  assert.deepEqual([await stateOf(doubtful.id), await stateOf(next.id)], ['unknown', 'linked'])
  await becomes(doubtful.id, 'linked')
})

for (const mode of [undefined, 'maintenance'] as const)
  test(`orders wait while the ERP is ${mode ? 'in maintenance' : 'off'} and arrive in their order`, async () => {
    const orders = []
    await simulator.off(mode)
    for (let count = 0; count < 6; count++) orders.push(await addOrder(db))
    await worker.drain()
    // With 503 the order in transit is in doubt; the others were not sent.
    const [first, ...others] = orders
    assert.deepEqual(await attemptsOf(first?.id ?? ''), mode ? ['unknown', 1] : ['waiting', 0])
    for (const { id } of others) assert.deepEqual(await attemptsOf(id), ['waiting', 0])
    const lane = await db.selectFrom('lane').selectAll().where('name', '=', 'erp').executeTakeFirstOrThrow()
    assert.ok(lane.paused_until && lane.paused_until > new Date())
    assert.match(lane.reason, /^Calls to the ERP are paused\. The ERP |^The ERP /)

    await simulator.forgetRequests()
    await simulator.on()
    await makeDue(db)
    await worker.drain()
    const arrived = mode ? others : orders
    const numbers = await Promise.all(arrived.map(async ({ id }) => Number((await orderIn(db, id)).erp_id)))
    assert.ok(numbers.every((number) => number > 0))
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    )
    await becomes(first?.id ?? '', 'linked')
    assert.equal((await simulator.requests('POST')).length, 6)
  })

test('the ERP’s wish to be left alone is granted', async () => {
  const { id } = await addOrder(db)
  await simulator.plan({ on: createCall, kind: 'status', status: 429, nth: 1 })
  await worker.drain()
  assert.deepEqual(await attemptsOf(id), ['waiting', 0])
  assert.match((await orderIn(db, id)).erp_error ?? '', /slow down/)
  await becomes(id, 'linked')
})

test('a locked record holds up its order alone', async () => {
  const locked = await addOrder(db)
  const next = await addOrder(db)
  await simulator.plan({
    on: createCall,
    kind: 'status',
    status: 423,
    message: 'Account is locked by user SMITH',
    nth: 1,
  })
  await worker.drain()
  assert.deepEqual([await attemptsOf(locked.id), await stateOf(next.id)], [['waiting', 0], 'linked'])
  await makeDue(db)
  await becomes(locked.id, 'linked')
})

test('an expired token is nobody’s business', async () => {
  const { id, reference } = await addOrder(db)
  await simulator.plan({ on: createCall, kind: 'csrf-expire', nth: 1 })
  await worker.drain()
  assert.deepEqual(await attemptsOf(id), ['linked', 1])
  await only(reference)
})

test('a refusal stays with its reason until a person tries again', async () => {
  const { id, reference } = await addOrder(db, { product: 'NO-SUCH' })
  await worker.drain()
  assert.equal(await stateOf(id), 'rejected')
  assert.equal((await orderIn(db, id)).erp_error, 'Product NO-SUCH does not exist')
  assert.equal((await simulator.requests('POST')).length, 1)

  await db.updateTable('order_line').set({ slug: '00093-0058-01' }).where('order_id', '=', id).execute()
  for (const _ of ['once', 'twice']) assert.equal(await db.transaction().execute((tx) => retryExport(tx, id)), true)
  await worker.drain()
  assert.equal(await stateOf(id), 'linked')
  await only(reference)
  assert.equal(await db.transaction().execute((tx) => retryExport(tx, id)), false)
})

test('an order without an account number is not sent', async () => {
  const { id } = await addOrder(db, { accountId: '' })
  await worker.drain()
  assert.equal(await stateOf(id), 'rejected')
  assert.deepEqual(await simulator.requests(), [])
})

test('orders on hold, deleted and finished orders are not sent', async () => {
  const held = await addOrder(db, { erp_state: 'held' })
  const deleted = await addOrder(db, { deleted_at: new Date() })
  const linked = await addOrder(db, { erp_state: 'linked' })
  await worker.drain()
  assert.deepEqual(await simulator.requests(), [])
  assert.deepEqual(await attemptsOf(held.id), ['held', 0])
  assert.deepEqual(await attemptsOf(deleted.id), ['waiting', 0])
  assert.deepEqual(await attemptsOf(linked.id), ['linked', 0])

  await db.updateTable('sales_order').set({ erp_state: 'waiting' }).where('id', '=', held.id).execute()
  await queueExport(db, held.id)
  await worker.drain()
  assert.equal(await stateOf(held.id), 'linked')
})

test('while the lookup fails nothing is sent and the state does not change', async () => {
  const { id } = await addOrder(db, {
    erp_state: 'unknown',
    erp_attempts: 1,
    erp_intent_at: new Date(0),
    erp_empty_lookups: 5,
  })
  await simulator.plan({ on: findCall, kind: 'status', status: 500 })
  await worker.drain()
  assert.deepEqual(await attemptsOf(id), ['unknown', 1])
  assert.deepEqual(await simulator.requests('POST'), [])
})

test('an ERP that does not keep the reference is noticed', async () => {
  const { id } = await addOrder(db, { isQueued: false })
  const forgetful: Erp = { ...byd, placeOrder: async (order) => ({ ...(await byd.placeOrder(order)), reference: '' }) }
  await exportOrder({ db, erp: forgetful, config }, id, AbortSignal.timeout(5_000))
  const { erp_state, erp_error } = await orderIn(db, id)
  assert.equal(erp_state, 'linked')
  assert.match(erp_error ?? '', /reference/)
})

test('without an ERP orders wait, and the reason is shown', async () => {
  const unconnected = await startTestPortal()
  const { id } = await addOrder(unconnected.db)
  await unconnected.worker.drain()
  assert.deepEqual((await orderIn(unconnected.db, id)).erp_state, 'waiting')
  const lane = await unconnected.db.selectFrom('lane').selectAll().where('name', '=', 'erp').executeTakeFirstOrThrow()
  assert.equal(lane.reason, 'The ERP is not connected.')

  const none = connectErp(unconnected.config)
  assert.equal(none.isConnected, false)
  await assert.rejects(none.findOrders('AP-1'), (error) => error instanceof ErpError && error.outcome === 'not-sent')
  assert.equal((await none.check())[0]?.level, 'warning')
})

test('orders without a job are queued again, except those that need a decision', async () => {
  const lost = await addOrder(db, { isQueued: false })
  await addOrder(db, { isQueued: false, erp_state: 'rejected' })
  await addOrder(db, { isQueued: false, erp_state: 'held' })
  const aside = await addOrder(db)
  await db.updateTable('job').set({ failed_at: new Date() }).where('key', '=', aside.id).execute()
  const others = await queueMissedExports(db)
  assert.ok(others >= 1)
  assert.equal(await queueMissedExports(db), 0)
  await worker.drain()
  assert.deepEqual([await stateOf(lost.id), await stateOf(aside.id)], ['linked', 'waiting'])

  await db.transaction().execute((tx) => retryExport(tx, aside.id))
  await worker.drain()
  assert.equal(await stateOf(aside.id), 'linked')
})

test('an order that was split after it was composed is not sent with the old lines', async () => {
  const { id } = await addOrder(db, { isQueued: false, erp_attempts: 1 })
  const before = (await simulator.requests('POST')).length
  const splitting: Erp = {
    ...byd,
    findOrders: async () => {
      await db.updateTable('sales_order').set({ line_count: 2 }).where('id', '=', id).execute()
      return []
    },
  }
  await assert.rejects(exportOrder({ db, erp: splitting, config }, id, AbortSignal.timeout(5_000)), Postponed)
  assert.deepEqual([await stateOf(id), (await simulator.requests('POST')).length], ['waiting', before])
})
