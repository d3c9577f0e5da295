import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Erp } from '../gateway/erp.ts'
import { exportOrder } from './export-order.ts'
import { retryExport } from '#orders/queue-export.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { until } from '../testing-simulator.ts'
import { createCall, startExporting } from './testing-export.ts'

const { simulator, byd, db, worker, config, stateOf, becomes, only, duplicateOf } = await startExporting()

for (const kind of ['reset-after', 'truncate', 'status-after', 'slow-commit'])
  test(`an answer lost by ${kind} leaves one order in the ERP`, async () => {
    const { id, reference } = await addOrder(db)
    await simulator.plan({ on: createCall, kind, nth: 1, ms: 600 })
    await becomes(id, 'linked')
    assert.equal((await orderIn(db, id)).erp_id, (await only(reference)).id)
    assert.deepEqual(await simulator.requests('POST'), [createCall])
  })

for (const kind of ['reset-before', 'status', 'html'])
  test(`a request lost by ${kind} is repeated only after the settle time`, async () => {
    const { id, reference } = await addOrder(db)
    await simulator.plan({ on: createCall, kind, nth: 1 })
    await worker.drain()
    const waiting = await orderIn(db, id)
    assert.equal(waiting.erp_state, 'unknown')
    assert.equal(waiting.erp_empty_lookups, 1)
    assert.ok(waiting.erp_error)
    await becomes(id, 'linked')
    const { erp_intent_at: second, erp_attempts } = await orderIn(db, id)
    assert.ok(second && waiting.erp_intent_at && second.getTime() - waiting.erp_intent_at.getTime() >= 1_000)
    assert.equal(erp_attempts, 2)
    await only(reference)
  })

test('a first request that arrives long after the second one is found and removed', async () => {
  const { id, reference } = await addOrder(db)
  await simulator.plan({ on: createCall, kind: 'slow-commit', nth: 1, ms: 2_500 })
  await becomes(id, 'linked')
  const { erp_id } = await orderIn(db, id)
  await until(async () => (await simulator.orders(reference)).length === 2, 'the late one arrives')
  await makeDue(db)
  await worker.drain()
  assert.equal((await only(reference)).id, erp_id)
  assert.equal((await orderIn(db, id)).erp_error, null)
})

test('a late duplicate that was released is reported and not changed', async () => {
  const { id, reference } = await addOrder(db)
  await simulator.plan({ on: createCall, kind: 'reset-before', nth: 1 })
  await becomes(id, 'linked')
  await duplicateOf(reference, '7070', '1')
  await makeDue(db)
  await worker.drain()
  assert.match((await orderIn(db, id)).erp_error ?? '', /more than once: 7070/)
  assert.equal((await simulator.orders(reference)).length, 2)
})

test('a retry of an order in doubt reads the ERP before it sends', async () => {
  const { id, reference } = await addOrder(db, {
    erp_state: 'unknown',
    erp_attempts: 1,
    erp_intent_at: new Date(0),
    isQueued: false,
  })
  await duplicateOf(reference, '7001')
  await db.transaction().execute((tx) => retryExport(tx, id))
  await worker.drain()
  assert.equal((await orderIn(db, id)).erp_id, '7001')
  assert.deepEqual(await simulator.requests('POST'), [])
})

test('different content under the reference is a conflict', async () => {
  const { id, reference } = await addOrder(db, { erp_state: 'sending', erp_attempts: 1, erp_intent_at: new Date() })
  await duplicateOf(reference, '7010', '4', '99')
  await worker.drain()
  assert.equal(await stateOf(id), 'conflict')
  assert.match((await orderIn(db, id)).erp_error ?? '', /7010/)
  assert.equal((await simulator.orders(reference)).length, 1)
})

test('unreleased duplicates are removed and the oldest or the released one stays', async () => {
  const first = await addOrder(db, { erp_state: 'unknown', erp_attempts: 1, erp_intent_at: new Date() })
  await duplicateOf(first.reference, '7021')
  await duplicateOf(first.reference, '7020')
  const second = await addOrder(db, { erp_state: 'unknown', erp_attempts: 1, erp_intent_at: new Date() })
  await duplicateOf(second.reference, '7030')
  await duplicateOf(second.reference, '7031', '1')
  await worker.drain()
  assert.equal((await orderIn(db, first.id)).erp_id, '7020')
  assert.equal((await only(first.reference)).id, '7020')
  assert.equal((await orderIn(db, second.id)).erp_id, '7031')
  assert.equal((await orderIn(db, second.id)).erp_status, '1')
  assert.equal((await only(second.reference)).id, '7031')
})

test('released duplicates are a conflict, and none is touched', async () => {
  const { id, reference } = await addOrder(db, { erp_state: 'unknown', erp_attempts: 1, erp_intent_at: new Date() })
  for (const number of ['7040', '7041']) await duplicateOf(reference, number, '1')
  await worker.drain()
  assert.equal(await stateOf(id), 'conflict')
  assert.equal((await simulator.orders(reference)).length, 2)
})

test('an order of the ERP is linked to one order of the portal only', async () => {
  const { id, reference } = await addOrder(db, { erp_state: 'unknown', erp_attempts: 1, erp_intent_at: new Date() })
  await duplicateOf(reference, '7050')
  const { objectId } = await only(reference)
  await addOrder(db, { erp_state: 'linked', erp_object_id: objectId, isQueued: false })
  await worker.drain()
  assert.equal(await stateOf(id), 'conflict')
})

test('two workers on one order send one request', async () => {
  const { id, reference } = await addOrder(db, { isQueued: false })
  await simulator.plan({ on: createCall, kind: 'slow', nth: 1, ms: 200 })
  const hands = Array.from({ length: 4 }, () => exportOrder({ db, erp: byd, config }, id, AbortSignal.timeout(5_000)))
  const results = await Promise.allSettled(hands)
  assert.equal(await stateOf(id), 'linked')
  assert.ok(results.some((result) => result.status === 'fulfilled' && result.value === 'linked'))
  await only(reference)
  assert.equal((await simulator.requests('POST')).length, 1)
})

test('an order created while another process linked its duplicate is removed', async () => {
  const { id, reference } = await addOrder(db, { isQueued: false })
  const slow: Erp = {
    ...byd,
    placeOrder: async (order, signal) => {
      await duplicateOf(reference, '7060')
      const [found] = await byd.findOrders(reference)
      await db
        .updateTable('sales_order')
        .set({ erp_state: 'linked', erp_object_id: found?.objectId ?? null, erp_id: '7060' })
        .where('id', '=', id)
        .execute()
      return byd.placeOrder(order, signal)
    },
  }
  await exportOrder({ db, erp: slow, config }, id, AbortSignal.timeout(5_000))
  assert.equal((await orderIn(db, id)).erp_id, '7060')
  assert.equal((await only(reference)).id, '7060')
})

test('after a repeated request both late orders are found and one is removed', async () => {
  const { id, reference } = await addOrder(db, {
    isQueued: false,
    erp_state: 'unknown',
    erp_attempts: 1,
    erp_empty_lookups: 1,
    erp_intent_at: new Date(0),
  })
  const late: Erp = {
    ...byd,
    placeOrder: async (order, signal) => {
      const second = await byd.placeOrder(order, signal)
      await duplicateOf(reference, '100')
      return second
    },
  }
  assert.equal(await exportOrder({ db, erp: late, config }, id, AbortSignal.timeout(5_000)), 'linked')
  assert.equal((await only(reference)).id, '100')
  assert.equal((await orderIn(db, id)).erp_id, '100')
})
