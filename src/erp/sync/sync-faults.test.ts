import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Postponed } from '#platform/jobs/worker.ts'
import { createByd } from '../byd/byd.ts'
import { erpCalls } from '../contract.ts'
import { ErpError } from '../gateway/erp.ts'
import { guardErp } from '../gateway/guard-erp.ts'
import { erpAccount, erpProducts, simulatorConfig } from '../testing-simulator.ts'
import { runSync } from './run-sync.ts'
import { syncLines, quick, startSyncing } from './testing-sync.ts'

const { portal, simulator, erp, given, orderWith } = await startSyncing()
const { db, addUser, call } = portal
const admin = await addUser({ is_admin: true })
await addUser({ account_number: erpAccount })

test('a run interrupted after every page resumes where it stopped', async () => {
  const orders = Array.from({ length: 90 }, (_, index) => ({
    id: String(30_000 + index),
    account: erpAccount,
    created: '-3d',
    changed: new Date(Date.now() - 86_400_000 + Math.floor(index / 30) * 1_000).toISOString(),
    lines: syncLines,
  }))
  await simulator.load({ orders })
  let slices = 0
  for (;;) {
    try {
      const run = await runSync({ ...given, sliceMilliseconds: -1 }, 'orders')
      assert.equal(run.added_count, 90)
      break
    } catch (error) {
      assert.ok(error instanceof Postponed)
      slices += 1
      assert.ok(slices < 30)
    }
  }
  assert.ok(slices >= 4, `${slices} slices`)
  assert.equal((await runSync(given, 'orders')).added_count, 0)
})

test('while the ERP is away no calls are made, one probe detects its return, and syncing resumes', async () => {
  const guarded = guardErp(db, erp)
  await simulator.off('maintenance')
  await assert.rejects(guarded.findOrders('AP-1'), ErpError)
  await simulator.forgetRequests()
  for (let count = 0; count < 5; count++)
    await assert.rejects(guarded.findOrders('AP-1'), (error) => error instanceof ErpError && error.isPaused)
  assert.deepEqual(await simulator.requests(), [])

  await db
    .updateTable('erp_circuit')
    .set({ retry_at: new Date(Date.now() - 1_000) })
    .execute()
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => guarded.findOrders('AP-1')))
  assert.ok(answers.every(({ status }) => status === 'rejected'))
  const probes = (await simulator.requests()).filter((one) => !one.includes('SalesOrderCollection'))
  assert.ok(probes.length >= 1 && probes.length <= 2, probes.join())

  await simulator.on()
  await db
    .updateTable('erp_circuit')
    .set({ retry_at: new Date(Date.now() - 1_000) })
    .execute()
  assert.deepEqual(await guarded.findOrders('AP-1'), [])
  const circuit = await db.selectFrom('erp_circuit').selectAll().executeTakeFirstOrThrow()
  assert.equal(circuit.opened_at, null)
})

test('a wrong password is retried rarely and reported to the admins', async () => {
  const stranger = createByd(simulatorConfig(simulator, { ERP_PASSWORD: 'wrong' }), quick)
  const guarded = guardErp(db, stranger)
  await assert.rejects(guarded.findOrders('AP-1'), /user or password/)
  const circuit = await db.selectFrom('erp_circuit').selectAll().executeTakeFirstOrThrow()
  assert.ok(circuit.wait_seconds >= 300)
  const exception = await db
    .selectFrom('erp_exception')
    .where('key', 'like', 'access %')
    .selectAll()
    .executeTakeFirstOrThrow()
  const cleared = await call(erpCalls.clearException, { body: { key: exception.key }, as: admin })
  assert.equal(cleared.status, 200)
  assert.equal((await call(erpCalls.clearException, { body: { key: exception.key }, as: admin })).status, 404)
  await stranger.close()
})

test('consecutive failures leave one row with the first time', async () => {
  const away = {
    ...erp,
    addresses: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new ErpError('not-sent', 'Gone fishing.')) }),
    }),
  }
  for (let count = 0; count < 3; count++) await runSync({ ...given, erp: away }, 'addresses')
  const runs = await db
    .selectFrom('erp_run')
    .where('kind', '=', 'addresses')
    .where('state', '=', 'failed')
    .selectAll()
    .execute()
  assert.equal(runs.length, 1)
  assert.ok((runs[0]?.finished_at ?? 0) > (runs[0]?.started_at ?? 0))
})

test('whatever the ERP writes is stored harmlessly, and one bad row does not stop the others', async () => {
  await simulator.load({
    orders: [
      {
        id: '33000',
        account: erpAccount,
        created: '-0h',
        purchaseOrder: '<script>alert(1)</script>',
        tracking: 'javascript:alert(1),1ZA19E700318985194',
        lines: [{ product: erpProducts[0]?.id, quantity: '2.5', price: '0.333333' }],
      },
    ],
  })
  const run = await runSync(given, 'orders')
  assert.equal(run.state, 'done', run.message)
  const order = await orderWith('33000')
  assert.equal(order?.tracking_code, '1ZA19E700318985194')
  assert.equal(order?.purchase_order, '<script>alert(1)</script>')
  const [line] = await db
    .selectFrom('order_line')
    .where('order_id', '=', order?.id ?? '')
    .selectAll()
    .execute()
  assert.equal(line?.quantity, 3)
})

test('a login page or a truncated reply fails the run and does not move the cursor', async () => {
  const before = await db.selectFrom('erp_sync').where('kind', '=', 'orders').selectAll().executeTakeFirst()
  for (const kind of ['html', 'truncate']) {
    await simulator.plan({ on: 'GET khsalesorder/SalesOrderCollection', kind, times: 5 })
    const run = await runSync(given, 'orders')
    assert.equal(run.state, 'failed')
    await simulator.forgetFaults()
  }
  const after = await db.selectFrom('erp_sync').where('kind', '=', 'orders').selectAll().executeTakeFirst()
  assert.deepEqual(after, before)
})
