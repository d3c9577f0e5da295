import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByd } from '../byd/byd.ts'
import type { ErpDelivery } from '../gateway/erp.ts'
import { erpAccount, erpProducts, simulatorConfig } from '../testing-simulator.ts'
import { transaction } from '#platform/db/connect.ts'
import { addProducts } from '#catalog/add-products.ts'
import { fulfillment } from '#fulfillment/contract.ts'
import { orders } from '#orders/contract.ts'
import type { TestUser } from '#portal/testing.ts'
import { endBackorders } from './end-backorders.ts'
import { runSync } from './run-sync.ts'
import { storeDeliveries } from './store-deliveries.ts'
import { quick, startSyncing } from './testing-sync.ts'

const { portal, simulator, given: usual, orderWith } = await startSyncing()
const { db, addUser, call } = portal
const buyer = await addUser({ account_number: erpAccount })
const rep = await addUser({ is_sales_rep: true, account_number: '' })
const stranger = await addUser({ account_number: '1000002' })
const admin = await addUser({ is_admin: true, account_number: '' })
const config = simulatorConfig(simulator, { ERP_DELIVERY_SERVICE: 'khoutbounddelivery' })
const given = { ...usual, config, erp: createByd(config, quick, 20) }
const [tablets, pens] = erpProducts.map(({ id }) => id)

const lines = [
  { product: tablets ?? '', quantity: '100', price: '10.00' },
  { product: pens ?? '', quantity: '5', price: '900.00' },
]
const shippedOf = async (order: string) => {
  const rows = await db.selectFrom('delivery').where('is_shipped', '=', true).orderBy('erp_id').selectAll().execute()
  return rows
    .filter(({ order_erp_ids }) => order_erp_ids.includes(order))
    .map(({ items }) => items.map(({ productId, quantity }) => [productId, quantity]))
}

test('an order ships in two parts, and the second read changes nothing', async () => {
  await simulator.load({ orders: [{ id: '41000', account: erpAccount, created: '-1h', status: '1', lines }] })
  await simulator.deliver('41000', [{ line: '10', quantity: '60' }])
  await runSync(given, 'deliveries')
  assert.deepEqual(await shippedOf('41000'), [[[tablets, 60]]])
  await simulator.deliver('41000', [
    { line: '10', quantity: '40' },
    { line: '20', quantity: '5' },
  ])
  const second = await runSync(given, 'deliveries')
  assert.deepEqual([second.added_count, second.changed_count], [1, 0])
  assert.deepEqual(await shippedOf('41000'), [
    [[tablets, 60]],
    [
      [tablets, 40],
      [pens, 5],
    ],
  ])
  const again = await runSync(given, 'deliveries')
  assert.deepEqual([again.added_count, again.changed_count, again.refused_count], [0, 0, 0])
})

test('confirmed days reach the lines, and a line that is no longer confirmed loses them', async () => {
  await simulator.load({ orders: [{ id: '41001', account: erpAccount, created: '-1h', status: '1', lines }] })
  await simulator.confirm('41001', '10', [
    { quantity: '60', on: '2026-11-24T00:00:00Z' },
    { quantity: '40', on: '2026-12-02T00:00:00Z' },
  ])
  const schedules = async () => {
    await runSync(given, 'orders')
    const rows = await db
      .selectFrom('order_line')
      .innerJoin('sales_order', 'sales_order.id', 'order_id')
      .where('erp_id', '=', '41001')
      .orderBy('line_no')
      .select('erp_schedule')
      .execute()
    return rows.map(({ erp_schedule }) => erp_schedule?.confirmed ?? null)
  }
  const expected = [
    { quantity: 60, on: '2026-11-24' },
    { quantity: 40, on: '2026-12-02' },
  ]
  assert.deepEqual(await schedules(), [expected, null])
  await simulator.confirm('41001', '10', [])
  assert.deepEqual(await schedules(), [null, null])
})

const delivery = (changedAt: string, more: Partial<ErpDelivery> = {}): ErpDelivery => ({
  objectId: 'DELIVERY',
  id: '39000',
  changedAt: new Date(changedAt),
  isShipped: true,
  shippedAt: new Date('2026-11-24T09:00:00Z'),
  shippingMethod: '',
  trackingCode: '',
  items: [{ orderId: '41002', orderItem: '10', productId: tablets ?? '', quantity: 60, unit: 'BTL' }],
  ...more,
})

test('an older version that comes late is ignored; a cancellation counts', async () => {
  const store = (rows: ErpDelivery[]) => transaction(db, (tx) => storeDeliveries(tx, rows))
  assert.equal((await store([delivery('2026-11-24T10:00:00Z')])).added, 1)
  await store([delivery('2026-11-24T12:00:00Z', { isShipped: false })])
  assert.deepEqual(await shippedOf('41002'), [])
  const late = await store([delivery('2026-11-24T10:00:00Z'), delivery('2026-11-24T11:00:00Z')])
  assert.deepEqual([late.added, late.changed], [0, 0])
  assert.deepEqual(await shippedOf('41002'), [])
})

test('without the service nothing is read', async () => {
  const run = await runSync(usual, 'deliveries')
  assert.deepEqual([run.state, run.read_count], ['done', 0])
})

test('the order shows what became of each line, and its parcels, to those who may see it', async () => {
  await simulator.load({ orders: [{ id: '41003', account: erpAccount, created: '-0.01h', status: '1', lines }] })
  const read = async () => {
    await runSync(given, 'orders')
    await runSync(given, 'deliveries')
    const { id = '' } = (await orderWith('41003')) ?? {}
    return { id, order: (await call(orders.byId, { params: { id }, as: buyer })).body }
  }
  const untouched = await read()
  assert.equal(untouched.order.parcels, undefined)
  assert.deepEqual(
    untouched.order.orderItems.map(({ outcome }) => outcome),
    [undefined, undefined],
  )

  await simulator.confirm('41003', '10', [
    { quantity: '60', on: '2026-11-24T00:00:00Z' },
    { quantity: '40', on: '2099-12-02T00:00:00Z' },
  ])
  await simulator.deliver('41003', [{ line: '10', quantity: '60' }])
  const { id, order } = await read()
  assert.deepEqual(
    order.orderItems.map(({ outcome }) => outcome),
    [
      { shipped: 60, waiting: 40, backordered: 40, expectedOn: '2099-12-02', overDelivered: 0 },
      { shipped: 0, waiting: 5, backordered: 0, expectedOn: null, overDelivered: 0 },
    ],
  )
  const [parcel, ...others] = order.parcels ?? []
  assert.deepEqual(others, [])
  assert.deepEqual(
    parcel?.lines.map(({ quantity, lot = '' }) => [quantity, /^L\d{5}$/.test(lot)]),
    [[60, true]],
  )
  assert.ok(parcel?.at && parcel.trackingCode)
  assert.equal((await call(orders.byId, { params: { id }, as: admin })).body.parcels?.length, 1)
  for (const as of [stranger, rep]) assert.equal((await call(orders.byId, { params: { id }, as })).status, 404)

  const backorders = async (as: TestUser) =>
    (await call(fulfillment.backorders, { as })).body.filter(({ orderIdSap }) => orderIdSap === '41003')
  assert.deepEqual(
    (await backorders(buyer)).map(({ ordered, backordered, expectedOn }) => [ordered, backordered, expectedOn]),
    [[100, 40, '2099-12-02']],
  )
  for (const as of [stranger, rep]) assert.deepEqual(await backorders(as), [])

  await simulator.cancelOrder('41003', '20')
  await simulator.advance({ ticks: 1 })
  const { order: completed } = await read()
  assert.equal(completed.orderStatusSap, '3')
  assert.deepEqual(
    completed.orderItems.map(({ outcome, canceledQuantity = 0 }) => [
      outcome?.shipped,
      outcome?.waiting,
      canceledQuantity,
    ]),
    [
      [100, 0, 0],
      [0, 0, 5],
    ],
  )
  assert.equal(completed.parcels?.length, 2)
  assert.deepEqual(await backorders(buyer), [])
})

test('a person ends an old backorder of an order made in the ERP: exception, then history, email and a way to reorder', async () => {
  const product = { ndc_number: tablets ?? '', name: 'Tramadol 50 mg', count_in_stock: 500 }
  await addProducts(db, [{ price: 10, is_published: true, dispensing: 'Rx', schedule_source: 'label', ...product }])
  for (const [id, created] of [
    ['41004', '-40d'],
    ['41005', '-20d'],
  ]) {
    await simulator.load({ orders: [{ id, account: erpAccount, created, changed: '-0.01h', status: '1', lines }] })
    await simulator.confirm(id ?? '', '10', [
      { quantity: '60', on: '2026-11-24T00:00:00Z' },
      { quantity: '40', on: '2099-12-02T00:00:00Z' },
    ])
    await simulator.deliver(id ?? '', [{ line: '10', quantity: '60' }])
  }
  await runSync(given, 'orders')
  await runSync(given, 'deliveries')
  const settings = { BACKORDER_DAYS: 30 }
  assert.equal(await endBackorders(db, { BACKORDER_DAYS: 0 }), 0)
  const counts = await Promise.all([endBackorders(db, settings), endBackorders(db, settings)])
  assert.equal(counts[0] + counts[1], 1)
  assert.equal(await endBackorders(db, settings), 0)

  const { id = '' } = (await orderWith('41004')) ?? {}
  const alarms = await db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute()
  assert.match(alarms[0]?.message ?? '', /^To be canceled in the ERP: order 41004 has 40 of /)
  assert.equal(alarms.length, 1)
  await simulator.changeLine('41004', '10', { quantity: '60' })
  await runSync(given, 'orders')
  const { body: order } = await call(orders.byId, { params: { id }, as: buyer })
  assert.deepEqual(
    order.changes?.map(({ field, before, after }) => [field, before, after]),
    [
      ['backorder', '40', 'canceled'],
      ['quantity', '100', '60'],
    ],
  )
  const mails = await db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', buyer.email)
    .where('subject', 'like', '%41004%was changed')
    .execute()
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.body ?? '', /40 backordered, canceled.*Order the rest again/s)
  const reorder = (query: { rest?: 'ended' }, as = buyer) => call(orders.reorder, { params: { id }, query, as })
  assert.deepEqual(
    (await reorder({ rest: 'ended' })).body.map(({ quantity }) => quantity),
    [40],
  )
  assert.equal((await reorder({})).body.length, 2)
  assert.equal((await reorder({ rest: 'ended' }, stranger)).status, 404)
})
