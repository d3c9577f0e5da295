import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refusedFilters, readings, refusedOrders } from './dialect-cases.ts'
import { newClient, portalOrder, startSimulator } from './testing.ts'
import type { Wire } from './testing.ts'

/**
 * The protocol as the portal relies on it. Against the simulator always; against a real tenant with ERP_CONTRACT_URL, ERP_CONTRACT_USER and
 * ERP_CONTRACT_PASSWORD, reading only, unless ERP_CONTRACT_WRITE=1 with ERP_CONTRACT_ACCOUNT and ERP_CONTRACT_PRODUCT lets it
 * create one order, find it and delete it.
 */
const tenant = process.env['ERP_CONTRACT_URL']
const onSimulator = { skip: tenant ? 'needs the data of the simulator' : false }
const writing = { skip: tenant && process.env['ERP_CONTRACT_WRITE'] !== '1' ? 'ERP_CONTRACT_WRITE is not 1' : false }

const orders = 'khsalesorder/SalesOrderCollection'
const simulator = tenant ? null : await startSimulator()
const client = newClient(
  tenant ?? simulator?.url ?? '',
  process.env['ERP_CONTRACT_USER'],
  process.env['ERP_CONTRACT_PASSWORD'],
)
after(() => simulator?.end('SIGTERM'))

test('the service document answers and hands out a token with cookies', async () => {
  const answer = await client.get('khsalesorder/', {}, { 'x-csrf-token': 'fetch' })
  assert.equal(answer.status, 200)
  assert.ok(answer.headers.get('x-csrf-token'))
  assert.ok(answer.headers.getSetCookie().length > 0)
})

for (const service of ['khsalesorder', 'khcustomer', 'khcustomerinvoice', 'vmumaterial']) {
  test(`${service} describes itself`, async () => {
    const answer = await client.get(`${service}/$metadata`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /xml/)
    assert.match(answer.text, /<EntityType Name="/)
    assert.match(answer.text, /<Property Name="ObjectID" Type="Edm.String"/)
  })
}

for (const { what, path, query, rows } of readings) {
  test(`reading ${what}`, rows ? onSimulator : {}, async () => {
    const answer = await client.get(path, { $format: 'json', ...query })
    assert.equal(answer.status, 200, answer.message)
    assert.ok(Array.isArray(answer.d?.['results']), 'a set is a list')
    for (const row of answer.rows) assertWireForm(row)
    if (rows)
      assert.deepEqual(
        answer.rows.map((row) => row['ID'] ?? row['InternalID']),
        rows,
      )
  })
}

for (const [filter, text] of refusedFilters) {
  test(`refusing $filter=${filter}`, async () => {
    const answer = await client.get(orders, { $format: 'json', $top: '1', $filter: filter })
    assert.equal(answer.status, 400)
    assert.match(answer.message, text)
  })
}

for (const { what, changes, text } of refusedOrders) {
  test(`refusing an order with ${what}`, onSimulator, async () => {
    const answer = await client.send('POST', orders, portalOrder('REFUSED', changes))
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.message, text)
    assert.match(JSON.parse(answer.headers.get('sap-message') ?? '{}').message, text)
  })
}

test('one entity is an object, also behind a navigation, and a missing one is 404 in JSON', async () => {
  const listed = await client.get(orders, { $format: 'json', $top: '1', $select: 'ObjectID' })
  const id = listed.rows[0]?.['ObjectID']
  assert.ok(id, 'at least one order is needed')
  const one = await client.get(`${orders}('${id}')`, { $format: 'json' })
  assert.equal(one.d?.['results']?.['ObjectID'], id)
  const buyer = await client.get(`${orders}('${id}')/BuyerParty`, { $format: 'json' })
  assert.equal(typeof buyer.d?.['results']?.['PartyID'], 'string')
  const missing = await client.get(`${orders}('00163E00000000000000000000000000')`, { $format: 'json' })
  assert.equal(missing.status, 404)
  assert.ok(missing.message)
})

test('an order is created with everything below it, found by its reference and deleted', writing, async () => {
  const reference = `WP-${Date.now().toString(36).toUpperCase()}`
  const account = process.env['ERP_CONTRACT_ACCOUNT'] ?? '4000123'
  const product = process.env['ERP_CONTRACT_PRODUCT'] ?? '00093-0058-01'
  const order = portalOrder(reference, {
    BuyerParty: { PartyID: account },
    Item: [{ ID: '10', ItemProduct: { ProductID: product }, ItemScheduleLine: [{ Quantity: '12' }] }],
  })
  const created = await client.send('POST', orders, order)
  assert.equal(created.status, 201, created.message)
  const results = created.d?.['results']
  assert.match(results?.['ID'] ?? '', /^\d+$/)
  assert.match(results?.['NetAmount'] ?? '', /^\d+\.\d{6}$/)
  assert.deepEqual([results?.['LifeCycleStatusCode'], results?.['ReleaseStatusCode']], ['4', '1'])
  assert.match(String(results?.['Item']?.['__deferred']?.['uri']), /\/Item$/)

  const found = await client.get(orders, { $format: 'json', $top: '5', $filter: `ExternalReference eq '${reference}'` })
  assert.deepEqual(
    found.rows.map((row) => row['ID']),
    [results?.['ID']],
  )
  const key = `${orders}('${results?.['ObjectID']}')`
  const lines = await client.get(key, { $format: 'json', $expand: 'Item/ItemProduct,Item/ItemScheduleLine' })
  assert.equal(lines.d?.['results']?.['Item']?.[0]?.['ItemProduct']?.['ProductID'], product)
  assert.match(lines.d?.['results']?.['Item']?.[0]?.['ItemScheduleLine']?.[0]?.['Quantity'] ?? '', /^12\.0+$/)
  assert.ok([200, 204].includes((await client.send('DELETE', key)).status))
})

test('the same reference twice makes two orders', onSimulator, async () => {
  for (let sent = 0; sent < 2; sent += 1) {
    assert.equal((await client.send('POST', orders, portalOrder('TWIN'))).status, 201)
  }
  const found = await client.get(orders, { $filter: "ExternalReference eq 'TWIN'" })
  assert.equal(found.rows.length, 2)
})

const assertWireForm = (row: Wire) => {
  assert.match(row['__metadata']?.['uri'] ?? '', /\('[0-9A-F]{32}'\)$/)
  for (const [name, value] of Object.entries(row as Record<string, string | null>)) {
    if (/Amount(content_KUT)?$/.test(name)) assert.match(String(value), /^-?\d+\.\d{6}$/, name)
    if (/DateTime$|^Date$/.test(name) && value !== null)
      assert.match(String(value), /^\/Date\(-?\d+([+-]\d{4})?\)\/$/, name)
  }
}
