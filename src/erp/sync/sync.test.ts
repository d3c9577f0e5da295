import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { orders as orderCalls } from '#orders/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { countOrders } from '#reports/count-orders.ts'
import { runSync } from './run-sync.ts'
import type { Syncing } from './syncing.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { erpAccount, erpProducts, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'
import { newId } from '#platform/db/new-id.ts'

const quick = { connectMilliseconds: 500, readMilliseconds: 2_000, createMilliseconds: 2_000, retryMilliseconds: [5] }

const simulator = await startTestSimulator()
const config = simulatorConfig(simulator)
const erp = createByd(config, quick, 20)
const { db, worker, addUser, call, connection } = await startTestPortal({ environment: simulator.environment, erp })
void connection
const given: Syncing = { db, erp, config, countOrders, signal: new AbortController().signal }

const product = erpProducts[0]?.id ?? ''
const lines = [{ product, quantity: '3', price: '10.00' }]
let number = 20_000
const enter = async (facts: object = {}): Promise<string> => {
  const id = String(++number)
  await simulator.load({ orders: [{ id, account: erpAccount, created: '-3d', changed: '-0h', lines, ...facts }] })
  return id
}

const orderWith = (erp_id: string) =>
  db.selectFrom('sales_order').where('erp_id', '=', erp_id).selectAll().executeTakeFirst()
const linesOf = (order_id: string) =>
  db.selectFrom('order_line').where('order_id', '=', order_id).orderBy('line_no').selectAll().execute()
const billed = async (id: string) =>
  (await db.selectFrom('invoice_line').where('invoice_id', '=', id).orderBy('line_no').selectAll().execute()).map(
    ({ product_number, quantity, net_amount }) => [product_number, quantity, net_amount],
  )
const invoiceWith = (id: string) => db.selectFrom('invoice').where('id', '=', id).selectAll().executeTakeFirst()

const everything = async () => ({
  orders: await db.selectFrom('sales_order').selectAll().orderBy('id').execute(),
  lines: await db.selectFrom('order_line').selectAll().orderBy('order_id').orderBy('line_no').execute(),
  invoices: await db.selectFrom('invoice').selectAll().orderBy('id').execute(),
  sums: await db
    .selectFrom('sales_pending' as 'job')
    .selectAll()
    .orderBy('id')
    .execute(),
})

beforeEach(async () => {
  await simulator.forgetFaults()
  await simulator.on()
  await makeDue(db)
})

test('orders made outside the portal appear with their customer, lines and status', async () => {
  const customer = await addUser({ account_number: `000${erpAccount}` })
  const productId = newId()
  await db
    .insertInto('product')
    .values({
      id: productId,
      name: 'Tramadol 50 mg',
      slug: 'tramadol',
      ndc_number: '0093-0058-01',
      ndc_key: '00093005801',
    })
    .execute()
  const id = await enter({ status: '1', purchaseOrder: 'PO-9', shipVia: 'UPS GROUND' })
  const run = await runSync(given, 'orders')
  assert.equal(run.state, 'done', run.message)
  const order = await orderWith(id)
  assert.equal(order?.erp_created, true)
  assert.equal(order?.user_id, customer._id)
  assert.equal(order?.erp_status, '1')
  assert.equal(order?.purchase_order, 'PO-9')
  assert.equal(order?.total_price, 30)
  assert.equal(order?.bill_to_party_id, erpAccount)
  const [line] = await linesOf(order?.id ?? '')
  assert.equal(line?.product_id, productId)
  assert.equal(line?.quantity, 3)
  assert.equal(line?.price, 10)
})

test('the same page a second time changes nothing', async () => {
  await enter()
  await runSync(given, 'orders')
  await runSync(given, 'invoices')
  const before = await everything()
  const again = await runSync({ ...given }, 'orders')
  assert.equal(again.added_count + again.changed_count, 0)
  await db.updateTable('erp_sync').set({ watermark: null, after_key: null }).execute()
  const full = await runSync(given, 'orders')
  assert.ok(full.read_count > 0)
  assert.equal(full.added_count + full.changed_count, 0)
  assert.equal((await runSync(given, 'invoices')).changed_count, 0)
  assert.deepEqual(await everything(), before)
})

test('an order whose lines the ERP changes shows how many there are now', async () => {
  const admin = await addUser({ is_admin: true })
  const countIn = async (id: string) => {
    const query = { query: JSON.stringify({ orderIdSap: id }) }
    const { body } = await call(orderCalls.all, { params: { id: 'all' }, query, as: admin })
    return body.map(({ itemCount }) => itemCount)
  }
  const other = { ...lines[0], product: erpProducts[1]?.id }
  const id = await enter()
  await runSync(given, 'orders')
  assert.deepEqual(await countIn(id), [1])
  await simulator.load({
    orders: [{ id, account: erpAccount, created: '-3d', changed: '-0h', lines: [...lines, other] }],
  })
  await runSync(given, 'orders')
  assert.deepEqual(await countIn(id), [2])
  const order = await orderWith(id)
  assert.equal((await linesOf(order?.id ?? '')).length, 2)
})

test('statuses, tracking numbers and cancellations are synced', async () => {
  const id = await enter()
  const other = await enter()
  await runSync(given, 'orders')
  await simulator.advance({ ticks: 3 })
  await simulator.cancelOrder(other)
  await runSync(given, 'orders')
  await runSync(given, 'invoices')
  const order = await orderWith(id)
  assert.equal(order?.erp_status, '3')
  assert.match(order?.tracking_code ?? '', /^[A-Z0-9]{8,}/)
  assert.equal((await orderWith(other))?.is_cancelled, true)
  const [invoice] = await simulator.invoices(id)
  const stored = await invoiceWith(invoice?.id ?? '')
  assert.equal(stored?.order_id, order?.id)
  assert.equal(stored?.total_net_amount, 30)
  assert.equal(stored?.party_id, erpAccount)
  assert.ok(stored?.due_date)
  assert.deepEqual(await billed(stored?.id ?? ''), [[product, 3, 30]])
})

test('an invoice shows what the ERP bills, and what it corrects', async () => {
  const id = await enter()
  await simulator.advance({ ticks: 3 })
  await runSync(given, 'invoices')
  const [invoice] = await simulator.invoices(id)
  const number = invoice?.id ?? ''
  const { count } = await db
    .selectFrom('invoice_line')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  await db.updateTable('invoice_line').set({ net_amount: 1 }).where('invoice_id', '=', number).execute()
  await runSync(given, 'invoices')
  assert.deepEqual(await billed(number), [[product, 3, 30]])
  const after = await db
    .selectFrom('invoice_line')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(after.count, count)
})

test('an invoice that arrives before its order finds it later', async () => {
  const id = await enter()
  await simulator.advance({ ticks: 3 })
  await runSync(given, 'invoices')
  const [invoice] = await simulator.invoices(id)
  assert.equal((await invoiceWith(invoice?.id ?? ''))?.order_id, null)
  await runSync(given, 'orders')
  const order = await orderWith(id)
  assert.equal((await invoiceWith(invoice?.id ?? ''))?.order_id, order?.id)
  assert.ok(order?.tracking_code)
})

test('an order with the portal’s reference is linked and never copied', async () => {
  const order = await addOrder(db, { isQueued: false, quantity: 3 })
  const id = await enter({ reference: order.reference })
  await runSync(given, 'orders')
  await makeDue(db)
  await worker.drain()
  assert.equal((await orderIn(db, order.id)).erp_id, id)
  const all = await db.selectFrom('sales_order').where('erp_id', '=', id).select('id').execute()
  assert.equal(all.length, 1)
  assert.equal((await simulator.orders(order.reference)).length, 1)
})

test('an unreleased duplicate is removed, a released one is reported to every admin once', async () => {
  const admin = await addUser({ is_admin: true, password_hash: 'a hash' })
  const order = await addOrder(db, { quantity: 3 })
  await makeDue(db)
  await worker.drain()
  assert.equal((await orderIn(db, order.id)).erp_state, 'linked')
  await enter({ reference: order.reference })
  await runSync(given, 'orders')
  await makeDue(db)
  await worker.drain()
  assert.equal((await simulator.orders(order.reference)).length, 1)

  await enter({ reference: order.reference, status: '1' })
  await runSync(given, 'orders')
  await runSync(given, 'orders')
  const alarms = await db.selectFrom('erp_exception').where('order_id', '=', order.id).selectAll().execute()
  assert.equal(alarms.length, 1)
  const emails = await db.selectFrom('mail').where('recipient', '=', admin.email).selectAll().execute()
  assert.equal(emails.length, 1)
  const trail = await db.selectFrom('audit_entry').where('entity_id', '=', order.id).selectAll().execute()
  assert.ok(trail.some(({ action }) => action === 'ERP exception raised'))
})

test('an unknown portal reference is reported and not imported', async () => {
  const reference = 'AP-01JD3K8ZQ4T7M2F6C9XH5V0BNE'
  const id = await enter({ reference })
  const run = await runSync(given, 'orders')
  assert.equal(await orderWith(id), undefined)
  assert.ok(run.notes.some((note) => note.includes(reference)))
})
