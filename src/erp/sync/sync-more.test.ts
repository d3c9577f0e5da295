import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Postponed } from '#platform/jobs/worker.ts'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { erpCalls } from '../contract.ts'
import { ErpError } from '../gateway/erp.ts'
import { guardErp } from '../gateway/guard-erp.ts'
import { requestSync } from './request-sync.ts'
import { countOrders } from '#reports/count-orders.ts'
import { runSync } from './run-sync.ts'
import type { Syncing } from './syncing.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { erpAccount, erpProducts, simulatorConfig, startSimulator, until } from '../testing-simulator.ts'

const quick = { connectMilliseconds: 500, readMilliseconds: 2_000, createMilliseconds: 2_000, retryMilliseconds: [5] }
const simulator = await startSimulator()
const config = simulatorConfig(simulator)
const erp = createByd(config, quick, 20)
const portal = await startTestPortal({ environment: simulator.environment, erp })
const { db, addUser, call, send, worker } = portal
const given: Syncing = { db, erp, config, countOrders, signal: new AbortController().signal }
const lines = [{ product: erpProducts[0]?.id ?? '', quantity: '1', price: '10.00' }]
const admin = await addUser({ is_admin: true })
const buyer = await addUser({ account_number: erpAccount })

beforeEach(async () => {
  await simulator.forgetFaults()
  await simulator.on()
  await makeDue(db)
  await db.updateTable('erp_circuit').set({ opened_at: null, retry_at: null }).execute()
  await db.updateTable('erp_run').set({ state: 'done' }).where('state', 'in', ['waiting', 'running']).execute()
})

const orderWith = (erp_id: string) =>
  db.selectFrom('sales_order').where('erp_id', '=', erp_id).selectAll().executeTakeFirst()
const invoiceWith = (id: string) => db.selectFrom('invoice').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

test('a run that is interrupted after every page goes on where it was', async () => {
  const orders = Array.from({ length: 90 }, (_, index) => ({
    id: String(30_000 + index),
    account: erpAccount,
    created: '-3d',
    changed: new Date(Date.now() - 86_400_000 + Math.floor(index / 30) * 1_000).toISOString(),
    lines,
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

test('a day between the clocks changes nothing', async () => {
  await simulator.advance({ days: 1 })
  await simulator.load({ orders: [{ id: '31000', account: erpAccount, created: '-1h', lines }] })
  await runSync(given, 'orders')
  assert.equal((await orderWith('31000'))?.order_status_sap, '4')
  await simulator.advance({ ticks: 1 })
  await runSync(given, 'orders')
  assert.equal((await orderWith('31000'))?.order_status_sap, '1')
  const order = await addOrder(db)
  await makeDue(db)
  await worker.drain()
  assert.equal((await orderIn(db, order.id)).erp_state, 'linked')
})

test('open items make invoices pending, in part or paid; what is not known stays unknown', async () => {
  const invoice = (id: string, more: object = {}) => ({ id, account: erpAccount, date: '-1d', net: '100.00', ...more })
  await simulator.load({
    invoices: [
      invoice('801'),
      invoice('802', { open: '40.00' }),
      invoice('803', { open: '0' }),
      invoice('804', { released: false }),
    ],
  })
  await runSync(given, 'invoices')
  await runSync(given, 'openItems')
  assert.equal((await invoiceWith('801')).open_amount, 100)
  assert.equal((await invoiceWith('802')).open_amount, 40)
  assert.equal((await invoiceWith('803')).open_amount, 0)
  assert.equal((await invoiceWith('804')).open_amount, null)
  await simulator.pay('801')
  const run = await runSync(given, 'openItems')
  assert.equal(run.changed_count, 1)
  const paid = await invoiceWith('801')
  assert.equal(paid.open_amount, 0)
  assert.ok(paid.open_amount_at)

  const broken = { ...erp, openItems: () => Promise.reject(new ErpError('not-sent', 'Not plain numbers.')) }
  const failed = await runSync({ ...given, erp: broken }, 'openItems')
  assert.equal(failed.state, 'failed')
  assert.equal((await invoiceWith('802')).open_amount, 40)
})

test('addresses come from the ERP for accepted customers only, and the trail tells', async () => {
  const waiting = await addUser({ account_number: erpAccount, is_active: false })
  await simulator.load({
    accounts: [
      {
        id: erpAccount,
        name: 'Test Pharmacy',
        addresses: [
          { street: 'Dock Road', house: '9', city: 'Quincy', region: 'MA', postalCode: '02169', usages: ['SHIP_TO'] },
        ],
      },
    ],
  })
  assert.ok((await runSync(given, 'addresses')).changed_count > 0)
  const rows = await db
    .selectFrom('account')
    .where('id', 'in', [buyer._id, waiting._id])
    .select(['id', 'shipto_city', 'shipto_address1', 'billto_city'])
    .execute()
  assert.equal(rows.find(({ id }) => id === buyer._id)?.shipto_city, 'Quincy')
  assert.equal(rows.find(({ id }) => id === buyer._id)?.shipto_address1, 'Dock Road 9')
  assert.equal(rows.find(({ id }) => id === waiting._id)?.shipto_city, 'Boston')
  assert.equal((await runSync(given, 'addresses')).changed_count, 0)
})

test('the reconciliation finds what no feed told, and orders the ERP no longer has', async () => {
  await simulator.load({ orders: [{ id: '32000', account: erpAccount, created: '-1h', lines }] })
  await runSync(given, 'orders')
  await db
    .updateTable('sales_order')
    .set({ order_status_sap: '1', erp_changed_at: null })
    .where('erp_id', '=', '32000')
    .execute()
  const lost = await addOrder(db, {
    isQueued: false,
    erp_state: 'linked',
    erp_id: '39999',
    erp_object_id: 'F'.repeat(32),
  })
  const run = await runSync(given, 'sweep')
  assert.equal(run.state, 'done', run.message)
  assert.equal((await orderWith('32000'))?.order_status_sap, '4')
  assert.match((await orderIn(db, lost.id)).erp_error ?? '', /no longer has order 39999/)
})

test('an action answers at once, a second press joins, and the result can be followed', async () => {
  await simulator.plan({ on: 'GET khsalesorder/SalesOrderCollection', kind: 'slow', ms: 1_500, nth: 1 })
  worker.start()
  const began = Date.now()
  const [first, second] = await Promise.all([
    call(erpCalls.refreshOrderStatuses, { as: admin }),
    call(erpCalls.importAllSap, { as: admin }),
  ])
  assert.ok(Date.now() - began < 1_500)
  assert.equal(first.status, 202)
  assert.equal(first.body.jobId, second.body.jobId)
  assert.equal(first.raw.headers['cache-control'], 'no-store')
  for (;;) {
    const { body } = await call(erpCalls.run, { params: { id: first.body.jobId }, as: admin })
    if (body.state === 'done') break
    assert.notEqual(body.state, 'failed', body.message)
  }
  await until(async () => {
    const again = await call(erpCalls.refreshOrderStatuses, { as: admin })
    return again.status === 200 && again.body.run.state === 'done'
  }, 'a quick reading is answered with its result')
  const { body: state } = await call(erpCalls.state, { as: admin })
  assert.ok(state.kinds.find(({ kind }) => kind === 'orders')?.watermark)
  assert.equal(state.runs[0]?.askedBy, 'Test Buyer')
  assert.ok((await call(erpCalls.ages, { as: buyer })).body.orders)
  assert.equal((await call(erpCalls.state, { as: buyer })).status, 403)
  const addresses = await call(erpCalls.updateShippingAddress, { as: admin })
  assert.ok([200, 202].includes(addresses.status))
  await until(async () => {
    const { body } = await call(erpCalls.run, { params: { id: addresses.body.jobId }, as: admin })
    return body.state === 'done'
  }, 'the addresses are read')
})

test('there is nothing to read under another name', async () => {
  const { status } = await send({ method: 'POST', url: '/api/erp/sync/secrets', payload: {}, as: admin })
  assert.equal(status, 400)
})

test('one run of a kind at a time, however many ask', async () => {
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => requestSync(db, { kind: 'openItems', askedBy: admin._id })),
  )
  assert.equal(new Set(runs.map(({ id }) => id)).size, 1)
})

test('while the ERP is away nobody asks it, one probe finds it again, and everything goes on', async () => {
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

test('a wrong password is tried rarely and told to the admins', async () => {
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

test('failures in a row leave one line that says since when', async () => {
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

test('the portal’s prices and the release are written once, where the settings say so', async () => {
  const other = await startTestPortal({
    environment: { ...simulator.environment, ERP_PRICES: 'portal', ERP_RELEASE: '1' },
    erp,
  })
  const order = await addOrder(other.db, { items_price: 30 })
  await other.db.updateTable('order_line').set({ price: 9.99 }).where('order_id', '=', order.id).execute()
  await other.worker.drain()
  await makeDue(other.db)
  await other.worker.drain()
  const [inErp] = await simulator.orders(order.reference)
  assert.equal(inErp?.net, '19.980000')
  assert.equal(inErp?.status, '1')
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

test('a page for a logon, or half an answer, fails the run and moves nothing', async () => {
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
