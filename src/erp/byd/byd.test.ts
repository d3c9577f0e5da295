import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, afterEach, beforeEach, test } from 'node:test'
import { readConfig } from '#platform/config.ts'
import { type Erp, ErpError, type OutgoingOrder } from '../gateway/erp.ts'
import { erpAccount, type Fault, simulatorConfig, startTestSimulator, until } from '../testing-simulator.ts'
import { createByd } from './byd.ts'
import { newId } from '#platform/db/new-id.ts'

// Long enough for a machine busy with other tests, and half of what a slow answer takes.
const quick = {
  connectMilliseconds: 1_000,
  readMilliseconds: 1_000,
  createMilliseconds: 1_000,
  retryMilliseconds: [5, 5, 5],
}
const slow = 2_000
// For requests that must time out, even on a fast machine.
const impatient = { connectMilliseconds: 100, readMilliseconds: 100, createMilliseconds: 100, retryMilliseconds: [5] }
const create = 'POST khsalesorder/SalesOrderCollection'
const find = 'GET khsalesorder/SalesOrderCollection'

const simulator = await startTestSimulator()
let erp: Erp
beforeEach(async () => {
  await simulator.forgetFaults()
  await simulator.forgetRequests()
  erp = createByd(simulatorConfig(simulator), quick)
})
afterEach(() => erp.close())

const newOrder = (facts: Partial<OutgoingOrder> = {}): OutgoingOrder => ({
  reference: `AP-${newId().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
  accountId: erpAccount,
  purchaseOrder: "O'Neil 7781",
  shippingMethod: 'UPS GROUND',
  comments: 'Order placed through the customer portal',
  note: '',
  attention: '',
  requestedDay: null,
  placedBy: null,
  shipTo: null,
  backorders: null,
  createdAt: new Date(),
  lines: [
    { lineNo: 1, productId: '00093-0058-01', quantity: 12, unit: 'BTL', price: 12.5, note: '' },
    { lineNo: 2, productId: '00002-1433-80', quantity: 1, unit: '', price: 956.31, note: '' },
  ],
  ...facts,
})

const failure = async (call: Promise<unknown>): Promise<ErpError> => {
  const error: unknown = await call.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ErpError, String(error))
  return error
}

test('an order is placed, found again by its reference, and discarded', async () => {
  const order = newOrder()
  const placed = await erp.placeOrder(order)
  assert.equal(placed.reference, order.reference)
  assert.equal(placed.status, '4')
  assert.equal(placed.isReleased, false)
  assert.equal(placed.netAmount, 1106.31)
  assert.match(placed.id, /^\d+$/)
  assert.ok(placed.changedAt)

  const [inErp] = await simulator.orders(order.reference)
  assert.equal(inErp?.purchaseOrder, "O'Neil 7781")
  assert.equal(inErp?.shipVia, 'UPS GROUND')

  const found = await erp.findOrders(order.reference)
  assert.deepEqual(found, [
    {
      ...placed,
      accountId: erpAccount,
      lines: [
        { productId: '00093-0058-01', quantity: 12 },
        { productId: '00002-1433-80', quantity: 1 },
      ],
    },
  ])
  assert.deepEqual(await erp.findOrders(`${order.reference}X`), [])

  await erp.discardOrder(placed)
  assert.deepEqual(await erp.findOrders(order.reference), [])
  await erp.discardOrder(placed)
})

test('an order released in the meantime is not discarded', async () => {
  const reference = newOrder().reference
  await simulator.enterOrder({
    id: '5001',
    reference,
    account: erpAccount,
    status: '1',
    lines: [{ product: '00093-0058-01', quantity: '1' }],
  })
  const [released] = await erp.findOrders(reference)
  assert.ok(released?.isReleased)
  const { outcome } = await failure(erp.discardOrder({ ...released, isReleased: false }))
  assert.equal(outcome, 'rejected')
  assert.equal((await simulator.orders(reference)).length, 1)
})

test('a reference with a wildcard is never sent', async () => {
  await assert.rejects(erp.findOrders('AP-*'), RangeError)
  assert.deepEqual(await simulator.requests(), [])
})

test('the ERP’s refusal comes with its own words', async () => {
  const { outcome, message } = await failure(erp.placeOrder(newOrder({ accountId: '4999' })))
  assert.equal(outcome, 'rejected')
  assert.equal(message, 'Account 4999 does not exist')
})

test('a token is fetched once and renewed when it expires', async () => {
  await erp.placeOrder(newOrder())
  await erp.placeOrder(newOrder())
  assert.deepEqual(await simulator.requests('POST'), [create, create])
  assert.equal((await simulator.requests('GET')).length, 1)

  await simulator.plan({ on: create, kind: 'csrf-expire', nth: 1 })
  const order = newOrder()
  await erp.placeOrder(order)
  assert.equal((await simulator.orders(order.reference)).length, 1)
})

test('a token refused twice is a failure, not a loop', async () => {
  await erp.placeOrder(newOrder())
  await simulator.forgetRequests()
  await simulator.plan({ on: create, kind: 'csrf-expire' })
  const { outcome } = await failure(erp.placeOrder(newOrder()))
  assert.equal(outcome, 'not-sent')
  assert.equal((await simulator.requests('POST')).length, 2)
})

interface Trouble {
  fault: Omit<Fault, 'on'>
  /** How a create ends, and whether the ERP has the order anyway. */
  create: 'not-sent' | 'rejected' | 'unknown'
  created: number
  /** True if a lookup survives a single occurrence. */
  passes: boolean
}

const troubles: Trouble[] = [
  { fault: { kind: 'reset-before' }, create: 'unknown', created: 0, passes: true },
  { fault: { kind: 'reset-after' }, create: 'unknown', created: 1, passes: true },
  { fault: { kind: 'slow', ms: slow }, create: 'unknown', created: 0, passes: true },
  { fault: { kind: 'slow-commit', ms: slow }, create: 'unknown', created: 1, passes: true },
  { fault: { kind: 'truncate' }, create: 'unknown', created: 1, passes: true },
  { fault: { kind: 'html' }, create: 'unknown', created: 0, passes: false },
  { fault: { kind: 'status', status: 500 }, create: 'unknown', created: 0, passes: true },
  { fault: { kind: 'status', status: 503 }, create: 'unknown', created: 0, passes: true },
  { fault: { kind: 'status-after', status: 500 }, create: 'unknown', created: 1, passes: true },
  { fault: { kind: 'status-after', status: 504 }, create: 'unknown', created: 1, passes: true },
  { fault: { kind: 'status', status: 429 }, create: 'not-sent', created: 0, passes: false },
  { fault: { kind: 'status', status: 401 }, create: 'not-sent', created: 0, passes: false },
  { fault: { kind: 'status', status: 403 }, create: 'not-sent', created: 0, passes: false },
  { fault: { kind: 'status', status: 404 }, create: 'not-sent', created: 0, passes: false },
  {
    fault: { kind: 'status', status: 423, message: 'Account is locked by user SMITH' },
    create: 'not-sent',
    created: 0,
    passes: false,
  },
  { fault: { kind: 'status', status: 400 }, create: 'rejected', created: 0, passes: false },
  { fault: { kind: 'status', status: 409 }, create: 'rejected', created: 0, passes: false },
  { fault: { kind: 'status', status: 412 }, create: 'rejected', created: 0, passes: false },
  { fault: { kind: 'status', status: 422 }, create: 'rejected', created: 0, passes: false },
  { fault: { kind: 'maintenance', ms: 1 }, create: 'unknown', created: 0, passes: true },
]

for (const { fault, create: outcome, created, passes } of troubles) {
  const name = `${fault.kind} ${fault.status ?? ''}`.trim()

  test(`${name} while creating is ${outcome}, and nothing is sent twice`, async () => {
    const order = newOrder()
    await simulator.plan({ ...fault, on: create, nth: 1, ...(fault.ms === slow && { ms: 500 }) })
    const sending =
      fault.ms === slow ? createByd(simulatorConfig(simulator), { ...quick, createMilliseconds: 100 }) : erp
    const error = await failure(sending.placeOrder(order))
    assert.equal(error.outcome, outcome)
    assert.ok(!JSON.stringify([error.message, String(error.cause)]).includes('simulator'), 'no password in errors')
    await until(async () => (await simulator.requests('POST')).length > 0, 'the request is noted')
    assert.deepEqual(await simulator.requests('POST'), [create])
    assert.equal((await simulator.orders(order.reference)).length, created)
    if (sending !== erp) await sending.close()
  })

  test(`${name} while looking up ${passes ? 'passes' : 'is reported'}, and a persistent failure changes nothing`, async () => {
    const order = newOrder()
    await erp.placeOrder(order)
    await simulator.plan({ ...fault, on: find, nth: 1 })
    if (passes) assert.equal((await erp.findOrders(order.reference)).length, 1)
    else assert.notEqual((await failure(erp.findOrders(order.reference))).outcome, 'unknown')

    await simulator.forgetFaults()
    await simulator.plan({ ...fault, on: find, ...(fault.kind === 'maintenance' && { ms: 60_000 }) })
    const asking = fault.ms === slow ? createByd(simulatorConfig(simulator), impatient) : erp
    const lasting = await failure(asking.findOrders(order.reference))
    assert.equal(lasting.outcome, outcome === 'rejected' ? 'rejected' : 'not-sent')
    if (asking !== erp) await asking.close()
  })
}

test('a connection that fails before the first byte counts as not sent', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  after(() => silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  for (const ERP_URL of ['http://127.0.0.1:1', 'https://erp.invalid', `https://127.0.0.1:${port}`]) {
    const unreachable = createByd(readConfig({ ...simulator.environment, ERP_URL }), impatient)
    const { outcome, message } = await failure(unreachable.placeOrder(newOrder()))
    assert.equal(outcome, 'not-sent', ERP_URL)
    assert.match(message, /^The ERP /)
    await unreachable.close()
  }
})

test('a request aborted before it leaves was not sent; afterwards the outcome is unknown', async () => {
  assert.equal((await failure(erp.placeOrder(newOrder(), AbortSignal.abort()))).outcome, 'not-sent')
  await erp.placeOrder(newOrder())
  await simulator.plan({ on: create, kind: 'slow-commit', ms: slow })
  assert.equal((await failure(erp.placeOrder(newOrder(), AbortSignal.timeout(500)))).outcome, 'unknown')
})

test('a wrong password stops all calls and appears in no error', async () => {
  const config = simulatorConfig(simulator, { ERP_PASSWORD: 'not-the-password' })
  const refused = createByd(config, quick)
  const error = await failure(refused.placeOrder(newOrder()))
  assert.equal(error.outcome, 'not-sent')
  assert.ok(error.needsOperator)
  assert.ok(!JSON.stringify(error).includes('not-the-password') && !String(error.stack).includes('not-the-password'))
  const [finding] = await refused.check()
  assert.equal(finding?.level, 'problem')
  await refused.close()
})

test('the check names what a tenant is missing', async () => {
  const deliveries = { ERP_DELIVERY_SERVICE: 'khoutbounddelivery' }
  const full = createByd(simulatorConfig(simulator, deliveries), quick)
  assert.deepEqual(await full.check(), [
    { level: 'good', text: 'The service khsalesorder has everything the portal needs.' },
    { level: 'good', text: 'The service khoutbounddelivery has everything the portal needs.' },
    { level: 'good', text: 'The service portalinvoice has everything the portal needs.' },
    { level: 'good', text: 'The service khcustomer has everything the portal needs.' },
    { level: 'good', text: 'The report of open items can be read: 0 unpaid.' },
    { level: 'good', text: 'Invoice documents can be requested.' },
  ])
  await full.close()
  assert.ok((await erp.check()).some(({ text }) => text === 'Parcels are unknown: ERP_DELIVERY_SERVICE is empty.'))

  const poor = createByd(simulatorConfig(await startTestSimulator('sample'), deliveries), quick)
  const texts = (await poor.check()).map(({ level, text }) => `${level}: ${text.replace(/(\(404\):).*/, '$1 …')}`)
  assert.deepEqual(texts, [
    'warning: SalesOrder has no field TrackingNumber_KUT: add it to the service.',
    'problem: SalesOrder has no field PurchaseOrder_KUT: add it to the service.',
    'problem: SalesOrder has no field ShipVia_KUT: add it to the service.',
    'good: Sales orders can be read.',
    'warning: The service khoutbounddelivery has no OutboundDelivery/LastChangeDateTime: deliveries are read by creation date, and the nightly reconciliation finds changes.',
    'warning: The service khoutbounddelivery has no OutboundDelivery/TrackingNumber_KUT: it stays empty in the portal.',
    'warning: The service khoutbounddelivery has no OutboundDelivery/ShipVia_KUT: it stays empty in the portal.',
    'problem: The service portalinvoice can’t be used. The ERP does not have this service or record (404): …',
    'good: The service khcustomer has everything the portal needs.',
    'good: The report of open items can be read: 0 unpaid.',
    'good: Invoice documents can be requested.',
  ])
  await poor.close()

  const elsewhere = createByd(simulatorConfig(simulator, { ERP_ORDER_SERVICE: 'nosuch' }), quick)
  const [finding] = await elsewhere.check()
  assert.equal(finding?.level, 'problem')
  assert.match(finding?.text ?? '', /^The service nosuch can’t be used\./)
  await elsewhere.close()
})

test('a tenant with other field names and formats is understood', async () => {
  const other = createByd(simulatorConfig(await startTestSimulator('full,wrapped-lists,date-offsets')), quick)
  const order = newOrder()
  const placed = await other.placeOrder(order)
  assert.deepEqual(
    (await other.findOrders(order.reference)).map(({ id, lines }) => [id, lines.length]),
    [[placed.id, 2]],
  )
  await other.close()
})
