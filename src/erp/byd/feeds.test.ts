import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { after, afterEach, beforeEach, test } from 'node:test'
import { type Erp, ErpError } from '../gateway/erp.ts'
import { erpAccount, type Fault, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'
import { createByd } from './byd.ts'

// For requests that must time out, even on a fast machine.
const hasty = { connectMilliseconds: 500, readMilliseconds: 150, createMilliseconds: 150, retryMilliseconds: [5] }
const quick = { connectMilliseconds: 500, readMilliseconds: 800, createMilliseconds: 800, retryMilliseconds: [5] }
const simulator = await startTestSimulator()
await simulator.load({
  accounts: [
    {
      id: erpAccount,
      name: 'Test Pharmacy',
      addresses: [
        { street: 'Main Street', house: '1', city: 'Boston', region: 'MA', postalCode: '02101', usages: ['XXDEFAULT'] },
        {
          street: 'Dock Road',
          house: '9',
          city: 'Quincy',
          region: 'MA',
          postalCode: '02169',
          usages: ['SHIP_TO'],
          defaultFor: ['SHIP_TO'],
        },
      ],
    },
  ],
  orders: [
    {
      id: '700',
      account: erpAccount,
      status: '2',
      created: '-2d',
      lines: [{ product: '00093-0058-01', quantity: '2' }],
    },
  ],
})
await simulator.advance({ ticks: 1 })
const [invoice] = await simulator.invoices('700')
const number = invoice?.id ?? ''

let erp: Erp
beforeEach(async () => {
  await simulator.forgetFaults()
  await simulator.on()
  await simulator.forgetRequests()
  erp = createByd(simulatorConfig(simulator), quick, 2)
})
afterEach(() => erp.close())

const all = async <T>(pages: AsyncIterable<{ rows: readonly T[] }>): Promise<T[]> => {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page.rows)
  return rows
}

const addresses = async () => {
  for await (const found of erp.addresses([erpAccount])) return found
  return []
}

/** Every read call, with the resource it requests. */
const reads: [name: string, on: string, ask: () => Promise<unknown>][] = [
  ['orders', 'GET khsalesorder/SalesOrderCollection', () => all(erp.orders(null, 'change'))],
  ['orders by creation', 'GET khsalesorder/SalesOrderCollection', () => all(erp.orders(null, 'creation'))],
  ['orders by number', 'GET khsalesorder/SalesOrderCollection', () => erp.ordersByNumber(['700'])],
  ['invoices', 'GET portalinvoice/CustomerInvoiceCollection', () => all(erp.invoices(null, 'change'))],
  ['one invoice', 'GET portalinvoice/CustomerInvoiceCollection', () => erp.invoice(number)],
  ['the document, found', 'POST querydocumentoutputreques/FindByElements', () => erp.invoicePdf(number)],
  ['the document, read', 'POST querydocumentoutputreques/ReadOutputPDF', () => erp.invoicePdf(number)],
  ['addresses', 'GET khcustomer/CustomerCollection', addresses],
  ['open items', 'GET fin_receivablesar_analytics.svc/*', () => erp.openItems()],
  ['metadata', 'GET khcustomer/$metadata', addresses],
]

/** A failed read never has the outcome `unknown`. */
const faults: [title: string, fault: Omit<Fault, 'on'>, times: number][] = [
  ['is cut off before', { kind: 'reset-before' }, 2],
  ['is cut off after', { kind: 'reset-after' }, 2],
  ['fails with 500', { kind: 'status', status: 500 }, 2],
  ['fails with 503', { kind: 'status', status: 503 }, 2],
  ['is refused with 401', { kind: 'status', status: 401 }, 1],
  ['is refused with 403', { kind: 'status', status: 403 }, 1],
  ['is slowed down with 429', { kind: 'status', status: 429 }, 1],
  ['is redirected', { kind: 'status', status: 302 }, 1],
  ['meets a logon page', { kind: 'html' }, 1],
  ['is cut in the middle', { kind: 'truncate' }, 2],
  ['is too slow', { kind: 'slow', ms: 2_000 }, 2],
]

for (const [name, on, ask] of reads) {
  test(`reading ${name} works`, async () => assert.ok(await ask()))

  for (const [title, fault, most] of faults)
    test(`reading ${name} ${title}`, async () => {
      await simulator.plan({ on, ...fault })
      if (fault.kind === 'slow') {
        await erp.close()
        erp = createByd(simulatorConfig(simulator), hasty, 2)
      }
      const error: unknown = await ask().then(
        () => new Error('It succeeded.'),
        (reason: unknown) => reason,
      )
      assert.ok(error instanceof ErpError, String(error))
      assert.equal(error.outcome === 'not-sent' || error.outcome === 'rejected', true, error.outcome)
      assert.doesNotMatch(error.message, /<html|simulator|password1/i)
      const [, resource = ''] = on.split(' ')
      // Filtered by fault, because a delayed request of the previous test may arrive only now.
      const asked = (await simulator.requests(undefined, fault.kind)).filter(
        (one) => one.endsWith(resource.replace('/*', '')) || one.includes(resource.replace('*', '')),
      )
      assert.ok(asked.length <= most, `${asked.length} requests`)
      assert.ok(!(await simulator.requests('POST')).some((one) => one.includes('SalesOrder')))
    })
}

test('an invoice’s document is a PDF, or null if it was not issued', async () => {
  const pdf = await erp.invoicePdf(number)
  assert.equal(pdf?.content.subarray(0, 5).toString(), '%PDF-')
  assert.equal(pdf?.name, `Invoice_${number}.pdf`)
  assert.equal(await erp.invoicePdf('99999999'), null)
  await assert.rejects(erp.invoicePdf('9*'), RangeError)
})

test('addresses are chosen by usage, and incomplete ones are skipped', async () => {
  assert.deepEqual(await addresses(), [
    {
      accountId: erpAccount,
      shipTo: {
        name: 'Test Pharmacy',
        street: 'Dock Road 9',
        city: 'Quincy',
        state: 'MA',
        zip: '02169',
        country: 'US',
      },
      credit: null,
      billTo: {
        name: 'Test Pharmacy',
        street: 'Main Street 1',
        city: 'Boston',
        state: 'MA',
        zip: '02101',
        country: 'US',
      },
    },
  ])
})

test('open items are read, and a list with foreign number formats is refused as a whole', async () => {
  assert.deepEqual(await erp.openItems(), [{ invoiceId: number, amount: 25, currency: 'USD' }])
  const german = await startTestSimulator('full,comma-amounts')
  await german.load({ invoices: [{ id: '1', account: erpAccount, date: '-1d', net: '1770.00' }] })
  const other = createByd(simulatorConfig(german), quick)
  await assert.rejects(other.openItems(), /1\.770,00 USD.*English/)
  await other.close()
})

test('a tenant without the change timestamp or custom fields is read with what it has', async () => {
  const poor = await startTestSimulator('sample')
  await poor.load({
    orders: [{ id: '1', account: erpAccount, created: '-1d', lines: [{ product: '00093-0058-01', quantity: '2' }] }],
    invoices: [{ id: '5', account: erpAccount, date: '-1d', net: '10.00' }],
  })
  const other = createByd(simulatorConfig(poor, { ERP_INVOICE_SERVICE: 'khcustomerinvoice' }), quick)
  const [order] = await all(other.orders(null, 'change'))
  assert.equal(order?.purchaseOrder, null)
  assert.equal(order?.lines.length, 1)
  const [five] = await all(other.invoices(null, 'change'))
  assert.equal(five?.buyerPartyId, erpAccount)
  assert.equal(five?.trackingCode, null)
  assert.equal(five?.currency, 'USD')
  await other.close()

  const lacking = await startTestSimulator('full,without:khsalesorder/SalesOrder/LastChangeDateTime')
  const third = createByd(simulatorConfig(lacking), quick)
  await assert.rejects(all(third.orders(null, 'change')), /khsalesorder has no field LastChangeDateTime on SalesOrder/)
  await third.close()
})

/** A tenant with arbitrary replies. */
const hostileTenant = async (answer: RequestListener): Promise<Erp> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const hostile = createByd(
    simulatorConfig({ ...simulator, environment: { ...simulator.environment, ERP_URL: `http://127.0.0.1:${port}` } }),
    quick,
  )
  after(async () => {
    await hostile.close()
    server.closeAllConnections()
    server.close()
  })
  return hostile
}

const metadata = `<Schema><EntityType Name="SalesOrder">${['ObjectID', 'ID', 'LastChangeDateTime'].map((name) => `<Property Name="${name}"/>`).join('')}</EntityType></Schema>`

const tenantWith = (results: unknown[]) =>
  hostileTenant((request, response) => {
    if (request.url?.includes('$metadata')) {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(metadata)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ d: { results } }))
  })

const odd = {
  ObjectID: 'A'.repeat(32),
  ID: '1',
  LastChangeDateTime: `/Date(${Date.now()})/`,
  TrackingNumber_KUT: 'javascript:alert(1),1Z 999 AA1,<b>x</b>,0001Z999AA10123456784',
  ShipVia_KUT: `\u0000UPS\u202e ${'x'.repeat(10_000)}`,
  PurchaseOrder_KUT: { __proto__: 'x' },
  NetAmount: '1.770,00',
  LifeCycleStatusCode: '<script>',
  CreationDateTime: '/Date(-99999999999999)/',
}

test('odd values are sanitized or dropped', async () => {
  const hostile = await tenantWith([odd])
  const [order] = await all(hostile.orders(null, 'change'))
  assert.equal(order?.trackingCode, '1Z999AA1,0001Z999AA10123456784')
  assert.equal(order?.shippingMethod?.length, 60)
  assert.match(order?.shippingMethod ?? '', /^UPS x+$/)
  assert.equal(order?.purchaseOrder, null)
  assert.equal(order?.netAmount, null)
  assert.equal(order?.status, '')
  assert.equal(order?.createdAt, null)
})

test('invalid rows are skipped and reported', async () => {
  const hostile = await tenantWith([
    odd,
    { ...odd, ID: '2 or 1' },
    { ...odd, ObjectID: "x' or '1' eq '1" },
    { ...odd, ID: '3', LastChangeDateTime: '/Date(32503680000000)/' },
    { ...odd, ID: '4', LastChangeDateTime: 'yesterday' },
    { ...odd, ID: '5', CancellationStatusCode: 4 },
    null,
    'text',
  ])
  const pages = []
  for await (const page of hostile.orders(null, 'change')) pages.push(page)
  assert.deepEqual(
    pages.flatMap(({ rows }) => rows.map(({ id }) => id)),
    ['1'],
  )
  assert.equal(pages.flatMap(({ refused }) => refused).length, 7)
  assert.ok((pages.at(-1)?.cursor.at.getTime() ?? 0) <= Date.now(), 'a moment in the far future is no watermark')
})
