import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBusiness } from './business.ts'
import { testData } from './testing-data.ts'
import { newClient, portalOrder, startSimulator } from './testing.ts'
import { fedEx, ups } from './tracking.ts'

type PlainOrder = { id: string; status: string; tracking: string; changed: string; net: string; cancelled: boolean }
type PlainInvoice = {
  id: string
  gross: string
  net: string
  shipping: string
  open: string
  released: boolean
  tracking: string
}

const orders = 'khsalesorder/SalesOrderCollection'
const simulator = await startSimulator()
const client = newClient(simulator.url)
after(() => simulator.end('SIGTERM'))

const orderOf = async (reference: string) => {
  const [order] = await simulator.control<PlainOrder[]>('GET', `/orders?reference=${reference}`)
  assert.ok(order)
  return order
}
const invoiceOf = async (order: string) =>
  (await simulator.control<PlainInvoice[]>('GET', `/invoices?order=${order}`))[0]

const isParcelNumber = (text: string) => {
  const number = text.replace(/^0+(?=.{12})/, '')
  return number.startsWith('1Z') ? ups(number.slice(2, -1)) === number : fedEx(number.slice(0, -1)) === number
}

test('known parcel numbers have the check digits computed here', () => {
  for (const number of [
    '1Z5R89390357567127',
    '1Z879E930346834440',
    '1ZXX3150YW44070023',
    '986578788855',
    '477179081230',
    '974367662710',
  ]) {
    assert.ok(isParcelNumber(number), number)
  }
  assert.ok(!isParcelNumber('996578788855'))
})

test('an order goes 4, 1, 2, 3, is delivered, invoiced and at last paid', async () => {
  await client.send('POST', orders, portalOrder('LIFE-1'))
  const seen = [await orderOf('LIFE-1')]
  for (let tick = 0; tick < 4; tick += 1) {
    await simulator.control('POST', '/advance', { hours: 0.001, ticks: 1 })
    seen.push(await orderOf('LIFE-1'))
  }
  assert.deepEqual(
    seen.map(({ status }) => status),
    ['4', '1', '2', '3', '3'],
  )
  const moments = seen.slice(0, 4).map(({ changed }) => changed)
  assert.deepEqual(moments, [...new Set(moments)].toSorted(), 'LastChangeDateTime moves with each change and only then')
  assert.equal(seen[4]?.changed, seen[3]?.changed)
  assert.match(seen[2]?.tracking ?? '', /1Z/)

  const invoice = await invoiceOf(seen[0]?.id ?? '')
  assert.deepEqual(
    [invoice?.net, invoice?.shipping, invoice?.gross, invoice?.open],
    ['1505.880000', '0.000000', '1505.880000', '1505.880000'],
  )
  const before = await client.get('portalinvoice/CustomerInvoiceCollection', { $filter: `ID eq '${invoice?.id}'` })
  await simulator.control('POST', '/advance', { days: 40 })
  assert.equal((await invoiceOf(seen[0]?.id ?? ''))?.open, '0.000000')
  const paid = await client.get('portalinvoice/CustomerInvoiceCollection', { $filter: `ID eq '${invoice?.id}'` })
  assert.deepEqual(paid.d, before.d, 'a payment leaves the invoice as it was')
})

test('cold or overnight orders carry a shipping charge, and every parcel number is valid', async () => {
  for (let number = 0; number < 20; number += 1) {
    const shipVia = number % 2 === 0 ? 'UPS GROUND' : 'FEDEX PRIORITY OVERNIGHT'
    await client.send('POST', orders, portalOrder(`PARCEL-${number}`, { ShipVia_KUT: shipVia }))
  }
  await simulator.control('POST', '/advance', { ticks: 3 })
  const tracked = []
  for (let number = 0; number < 20; number += 1) {
    const order = await orderOf(`PARCEL-${number}`)
    const invoice = await invoiceOf(order.id)
    assert.equal(Number(invoice?.shipping) > 0, number % 2 === 1)
    assert.equal(invoice?.tracking, order.tracking)
    for (const parcel of order.tracking.split(',')) assert.ok(isParcelNumber(parcel), parcel)
    tracked.push(order.tracking)
  }
  assert.ok(
    tracked.some((text) => text.includes(',')),
    'some have two parcels',
  )
  assert.ok(
    tracked.some((text) => text.startsWith('000')),
    'some are padded',
  )
})

test('only an unreleased order can be deleted, only an unfinished one changed', async () => {
  const { d } = await client.send('POST', orders, portalOrder('DELETE-1'))
  const order = `${orders}('${d?.['results']?.['ObjectID']}')`
  assert.equal((await client.send('PATCH', order, { Name: 'changed' })).status, 204)
  assert.equal((await client.send('POST', order, { Name: 'tunnelled' }, { 'x-http-method': 'MERGE' })).status, 204)
  assert.equal((await client.get(order)).d?.['results']?.['Name'], 'tunnelled')
  assert.equal((await client.send('DELETE', order)).status, 204)
  assert.equal((await client.get(order)).status, 404)

  const kept = await client.send('POST', orders, portalOrder('DELETE-2'))
  const id = kept.d?.['results']?.['ObjectID']
  const released = await client.send('POST', `khsalesorder/SalesOrderRelease3?ObjectID='${id}'`)
  assert.deepEqual([released.status, released.d?.['results']?.['LifeCycleStatusCode']], [200, '1'])
  assert.equal((await client.send('POST', `khsalesorder/SalesOrderRelease3?ObjectID='${id}'`)).status, 400)
  assert.equal((await client.send('DELETE', `${orders}('${id}')`)).status, 400)
  await simulator.control('POST', '/advance', { ticks: 2 })
  const refused = await client.send('PATCH', `${orders}('${id}')`, { Name: 'too late' })
  assert.deepEqual([refused.status, refused.message], [400, 'Changing data not possible; data is read-only'])
})

test('prices come from the price list unless a condition says otherwise', async () => {
  const { d } = await client.send('POST', orders, portalOrder('PRICE-1'))
  const id = d?.['results']?.['ObjectID']
  const read = await client.get(`${orders}('${id}')`, { $expand: 'Item/ItemPriceAndTaxCalculation/ItemPriceComponent' })
  const calculation = read.d?.['results']?.['Item']?.[0]?.['ItemPriceAndTaxCalculation']
  assert.equal(calculation?.['ItemPriceComponent']?.[0]?.['DecimalValue'], '125.49000000000000')
  const posted = await client.send('POST', 'khsalesorder/ItemPriceComponentCollection', {
    ParentObjectID: calculation?.['ObjectID'],
    TypeCode: '7PR1',
    DecimalValue: '100.00',
    CurrencyCode: 'USD',
    BaseDecimalValue: '1',
    BaseMeasureUnitCode: 'EA',
  })
  assert.equal(posted.status, 201, posted.message)
  assert.equal((await orderOf('PRICE-1')).net, '1200.000000')
})

test('a cancelled line is neither summed nor invoiced, and the last one cancels the order', async () => {
  await simulator.control('POST', '/load', {
    orders: [
      {
        id: '7700',
        account: '4000123',
        reference: 'CANCEL-LINE',
        created: '-1d',
        lines: [
          { product: '00093-0058-01', quantity: '2', price: '10.00' },
          { product: '00002-1433-80', quantity: '1', price: '5.00' },
        ],
      },
    ],
  })
  const full = await orderOf('CANCEL-LINE')
  await simulator.control('POST', '/cancel', { order: '7700', line: '20' })
  const part = await orderOf('CANCEL-LINE')
  assert.deepEqual([full.net, part.net, part.cancelled], ['25.000000', '20.000000', false])
  await simulator.control('POST', '/cancel', { order: '7700', line: '10' })
  assert.equal((await orderOf('CANCEL-LINE')).cancelled, true)
  await simulator.control('POST', '/restore', { order: '7700', line: '10' })
  await simulator.control('POST', '/advance', { ticks: 3 })
  const invoice = await invoiceOf('7700')
  // What was cancelled was the cold one: no charge for shipping is left either.
  assert.deepEqual([invoice?.net, invoice?.gross], ['20.000000', '20.000000'])
})

test('a cancelled order rests and says so', async () => {
  const { d } = await client.send('POST', orders, portalOrder('CANCEL-1'))
  await simulator.control('POST', '/cancel', { order: d?.['results']?.['ID'] })
  await simulator.control('POST', '/advance', { ticks: 2 })
  assert.deepEqual([(await orderOf('CANCEL-1')).status, (await orderOf('CANCEL-1')).cancelled], ['4', true])
})

test('at the pace of a demo a visitor’s order moves after minutes, and an initial one only from a full state', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'erp-pace-'))
  const initial = join(folder, 'initial.json')
  const [model] = testData.orders ?? []
  assert.ok(model)
  const orderWith = (id: string, status: '1' | '4') => ({
    ...model,
    id,
    reference: `PACE-${id}`,
    status,
    created: `-${9_000 - Number(id)}d`,
  })
  const orders = ['8001', '8002', '8003', '8004'].map((id) => orderWith(id, '1'))
  await writeFile(initial, JSON.stringify({ ...testData, orders, invoices: [] }))
  const business = openBusiness({ state: null, initial, seed: '1', most: 3 })
  const states = () =>
    [...business.books.orders.values()].map(({ LifeCycleStatusCode }) => LifeCycleStatusCode).join('')
  for (const _ of [1, 2]) business.tickAtPace()
  assert.equal(states(), '2111')
  business.load({ orders: [orderWith('8005', '4')] })
  business.tickAtPace()
  assert.equal(states(), '21111', 'released with the next step')
  business.tickAtPace()
  assert.equal(states(), '22111', 'a full state loses its oldest initial order')
  business.pass(0.1)
  business.tickAtPace()
  assert.equal(states(), '22112', 'shipped after three minutes')
  business.close()
  await rm(folder, { recursive: true })
})
