import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { erpCalls } from '../contract.ts'
import { ErpError } from '../gateway/erp.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { erpAccount, until } from '../testing-simulator.ts'
import { requestSync } from './request-sync.ts'
import { runSync } from './run-sync.ts'
import { syncLines, startSyncing } from './testing-sync.ts'

const { portal, simulator, erp, given, orderWith } = await startSyncing()
const { db, addUser, call, send, worker } = portal
const admin = await addUser({ is_admin: true })
const buyer = await addUser({ account_number: erpAccount })
const invoiceWith = (id: string) => db.selectFrom('invoice').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

test('a clock difference of one day changes nothing', async () => {
  await simulator.advance({ days: 1 })
  await simulator.load({ orders: [{ id: '31000', account: erpAccount, created: '-1h', lines: syncLines }] })
  await runSync(given, 'orders')
  assert.equal((await orderWith('31000'))?.erp_status, '4')
  await simulator.advance({ ticks: 1 })
  await runSync(given, 'orders')
  assert.equal((await orderWith('31000'))?.erp_status, '1')
  const order = await addOrder(db)
  await makeDue(db)
  await worker.drain()
  assert.equal((await orderIn(db, order.id)).erp_state, 'linked')
})

test('open items set invoices to open, partly paid or paid; the rest stays unknown', async () => {
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

test('open items are read as soon as there is a new invoice', async () => {
  await simulator.load({ invoices: [{ id: '811', account: erpAccount, date: '-1d', net: '100.00' }] })
  await requestSync(db, { kind: 'invoices', askedBy: null })
  await worker.drain()
  assert.equal((await invoiceWith('811')).open_amount, 100)
})

test('addresses are synced for accepted customers only, and audited', async () => {
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

test('the reconciliation finds changes that feeds missed, and orders the ERP lost', async () => {
  await simulator.load({ orders: [{ id: '32000', account: erpAccount, created: '-1h', lines: syncLines }] })
  await runSync(given, 'orders')
  await db
    .updateTable('sales_order')
    .set({ erp_status: '1', erp_changed_at: null })
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
  assert.equal((await orderWith('32000'))?.erp_status, '4')
  assert.match((await orderIn(db, lost.id)).erp_error ?? '', /no longer has order 39999/)
})

test('an action answers immediately, a second one joins the run, and its progress can be read', async () => {
  await simulator.plan({ on: 'GET khsalesorder/SalesOrderCollection', kind: 'slow', ms: 2_000, nth: 1 })
  worker.start()
  const [first, second] = await Promise.all([
    call(erpCalls.refreshOrderStatuses, { as: admin }),
    call(erpCalls.importAllSap, { as: admin }),
  ])
  assert.equal(first.status, 202, 'the reading goes on')
  assert.equal(first.body.jobId, second.body.jobId)
  assert.equal(first.raw.headers['cache-control'], 'no-store')
  await until(async () => {
    const { body } = await call(erpCalls.run, { params: { id: first.body.jobId }, as: admin })
    assert.notEqual(body.state, 'failed', body.message)
    return body.state === 'done'
  }, 'the reading ends')
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

test('an unknown kind is refused', async () => {
  const { status } = await send({ method: 'POST', url: '/api/erp/sync/secrets', payload: {}, as: admin })
  assert.equal(status, 400)
})

test('one run of a kind at a time, however many are requested', async () => {
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => requestSync(db, { kind: 'openItems', askedBy: admin._id })),
  )
  assert.equal(new Set(runs.map(({ id }) => id)).size, 1)
})

test('prices and release are written once, if the settings require it', async () => {
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
