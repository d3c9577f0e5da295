import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newClient, startSimulator } from './testing.ts'

const orders = 'khsalesorder/SalesOrderCollection'
const simulator = await startSimulator()
const client = newClient(simulator.url)
after(() => simulator.end('SIGTERM'))

test('an expanded to-many is a list, an expanded to-one an object, an empty to-one a link', async () => {
  const { rows } = await client.get('khcustomer/CustomerCollection', {
    $filter: "InternalID eq '4000123'",
    $expand: 'Identification,AddressInformation/AddressUsage,AddressInformation/PostalAddress,AddressInformation/EMail',
  })
  const [main, dock] = (rows[0]?.['AddressInformation'] ?? []) as NonNullable<(typeof rows)[number]>[]
  assert.equal(rows[0]?.['Identification']?.[0]?.['ID'], '0614141000012')
  assert.deepEqual([main?.['PostalAddress']?.['HouseID'], main?.['EMail']?.['URI']], ['12', 'orders@harbor.example'])
  assert.deepEqual(
    main?.['AddressUsage']?.map((usage: { [name: string]: unknown }) => usage['AddressUsageCode']),
    ['XXDEFAULT', 'BILL_TO'],
  )
  assert.match(dock?.['EMail']?.['__deferred']?.['uri'] ?? '', /\/EMail$/)
})

test('$select narrows, also below an expanded navigation; an unselected navigation is not there', async () => {
  const { rows } = await client.get(orders, {
    $filter: "ID eq '8400'",
    $select: 'ID,Item/ItemProduct/ProductID',
    $expand: 'Item/ItemProduct',
  })
  assert.deepEqual(Object.keys(rows[0] ?? {}), ['__metadata', 'ID', 'Item'])
  assert.deepEqual(Object.keys(rows[0]?.['Item']?.[0]?.['ItemProduct'] ?? {}), ['__metadata', 'ProductID'])
  assert.equal((await client.get(orders, { $select: 'Nothing' })).status, 400)
  assert.equal((await client.get(orders, { $expand: 'Nothing' })).status, 400)
})

test('counts are text, code lists are sets, codes carry their texts', async () => {
  const counted = await client.get(orders, { $top: '1', $inlinecount: 'allpages' })
  assert.deepEqual([counted.d?.['__count'], counted.rows.length], ['3', 1])
  assert.equal((await client.get(`${orders}/$count`)).text, '3')
  const codes = await client.get('khsalesorder/SalesOrderLifeCycleStatusCodeCollection')
  assert.deepEqual(
    codes.rows.map((row) => [row['Code'], row['Description']]),
    [
      ['1', 'Open'],
      ['2', 'In Process'],
      ['3', 'Completed'],
      ['4', 'In Preparation'],
    ],
  )
  assert.equal((await client.get(orders, { $filter: "ID eq '8401'" })).rows[0]?.['LifeCycleStatusCodeText'], 'Open')
})

test('without a wish for JSON the answer is Atom; unknown places are 404 in JSON', async () => {
  const atom = await client.get(orders, {}, { accept: '*/*' })
  assert.match(atom.headers.get('content-type') ?? '', /atom/)
  for (const path of ['khsalesorder/NothingCollection', 'nothing/', `${orders}('x')`]) {
    const { status, message } = await client.get(path)
    assert.equal(status, 404)
    assert.ok(message)
  }
})

test('open items list what is unpaid, grouped by what is selected', async () => {
  const report = '/sap/byd/odata/fin_receivablesar_analytics.svc/RPFINDUEU04_Q0007QueryResults'
  const all = await client.get(report, {
    $select: 'CIM_BP_UUID,CIM_B_BTD_ID,CIM_TRANSCURR,FCOUTSTANDING_AMNT',
    $top: '1000',
  })
  assert.deepEqual(
    all.rows.map((row) => [row['CIM_B_BTD_ID'], row['FCOUTSTANDING_AMNT']]),
    [['90001', '600.00 USD']],
    'paid and unreleased invoices are not in it',
  )
  await simulator.control('POST', '/load', {
    invoices: [{ id: '90004', account: '4000123', date: '-70d', net: '1170' }],
  })
  const summed = await client.get(report, { $select: 'CIM_BP_UUID,FCOUTSTANDING_AMNT,FCOVEDUE_AMNT' })
  assert.deepEqual(
    summed.rows.map((row) => [row['CIM_BP_UUID'], row['FCOUTSTANDING_AMNT'], row['FCOVEDUE_AMNT']]),
    [['4000123', '1,770.00 USD', '1,170.00 USD']],
  )
  await simulator.control('POST', '/pay', { invoice: '90001' })
  assert.equal((await client.get(report, { $filter: "CIM_B_BTD_ID eq '90001'" })).rows.length, 0)
})
