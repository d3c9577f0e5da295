import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInitial } from './initial-parse.ts'
import { readSettings } from './settings.ts'
import { testData } from './testing-data.ts'
import { newClient, portalOrder, startSimulator } from './testing.ts'

test('initial data may be empty, and is refused at the place that is wrong', () => {
  assert.deepEqual(parseInitial(''), {})
  assert.deepEqual(parseInitial('{}'), {})
  assert.deepEqual(parseInitial(JSON.stringify(testData)), testData)
  const wrong: readonly [unknown, RegExp][] = [
    [[], /^initial: expected an object$/],
    [{ customers: [] }, /initial\.customers: expected one of accounts/],
    [{ accounts: [{ id: '40001234567', name: 'x' }] }, /accounts\[0\]\.id/],
    [{ accounts: [{ id: '4000123' }] }, /accounts\[0\]\.name: expected a value/],
    [
      { materials: [{ id: 'A', description: 'a', unit: 'EA', price: 1 }] },
      /materials\[0\]\.price: expected a decimal as text/,
    ],
    [{ orders: [{ id: '1', account: '1', created: 'soon', lines: [] }] }, /orders\[0\]\.created/],
    [
      { orders: [{ id: '1', account: '1', created: '-1d', lines: [{ product: 'A', quantity: '0' }] }] },
      /lines\[0\]\.quantity/,
    ],
  ]
  for (const [value, message] of wrong) assert.throws(() => parseInitial(JSON.stringify(value)), { message })
})

test('settings come from the environment, flags win, nonsense is refused', () => {
  const settings = readSettings({ ERP_SIMULATOR_PORT: '4000', ERP_SIMULATOR_HOST: '' }, ['--port=4001'])
  assert.deepEqual(
    [settings.port, settings.host, settings.controlPort, settings.user],
    [4001, '127.0.0.1', null, 'portal'],
  )
  assert.throws(() => readSettings({ ERP_SIMULATOR_PORT: 'http' }, []), /ERP_SIMULATOR_PORT/)
  assert.throws(() => readSettings({}, ['--prot=1']), /unknown flag/)
  assert.throws(
    () => readSettings({ ERP_SIMULATOR_PROFILE: 'without:khsalesorder/SalesOrder' }, []),
    /nothing is called/,
  )
})

test('a profile takes services and fields away and changes habits', async () => {
  const simulator = await startSimulator({
    ERP_SIMULATOR_PROFILE: 'sample,without:khcustomer,without:openitems,wrapped-lists,date-offsets,page-cap:2',
  })
  const client = newClient(simulator.url)
  const metadata = (await client.get('khsalesorder/$metadata')).text
  assert.doesNotMatch(metadata, /_KUT|Property Name="BillToParty"/)
  for (const gone of ['khcustomer/', 'portalinvoice/', '/sap/byd/odata/fin_receivablesar_analytics.svc/']) {
    assert.equal((await client.get(gone)).status, 404, gone)
  }
  const { rows } = await client.get('khsalesorder/SalesOrderCollection', { $expand: 'Item' })
  assert.equal(rows.length, 2)
  assert.ok(Array.isArray(rows[0]?.['Item']?.['results']))
  assert.match(rows[0]?.['CreationDateTime'] ?? '', /\+0000\)\/$/)
  const refused = await client.send('POST', 'khsalesorder/SalesOrderCollection', portalOrder('X'))
  assert.match(refused.message, /'PurchaseOrder_KUT' does not exist/)
  assert.equal(await simulator.end('SIGTERM'), 0)
})

test('the business goes on by itself when told to, without a control port it has no side door', async () => {
  const simulator = await startSimulator({ ERP_SIMULATOR_TICK_SECONDS: '0.1' })
  for (let waited = 0; waited < 100; waited += 1) {
    const { ordersByStatus } = await simulator.control<{ ordersByStatus: Record<string, number> }>('GET', '/state')
    if (ordersByStatus['3'] === 2) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { ordersByStatus } = await simulator.control<{ ordersByStatus: Record<string, number> }>('GET', '/state')
  assert.equal(ordersByStatus['3'], 2)
  await simulator.end('SIGTERM')
  const closed = await startSimulator({ ERP_SIMULATOR_CONTROL_PORT: '' })
  await assert.rejects(closed.control('GET', '/state'))
  await closed.end('SIGTERM')
})

test('a simulator that follows its starter ends with it', async () => {
  const simulator = await startSimulator()
  assert.equal(await simulator.abandon(), 0)
})

test('without a state folder everything is new, with the same ids', async () => {
  const ids = []
  for (let run = 0; run < 2; run += 1) {
    const simulator = await startSimulator()
    ids.push((await simulator.control<{ objectId: string }[]>('GET', '/orders')).map(({ objectId }) => objectId))
    await simulator.end('SIGTERM')
  }
  assert.deepEqual(ids[0], ids[1])
})
