import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByd } from '#erp/byd/byd.ts'
import { runSync } from '#erp/sync/run-sync.ts'
import { quick, startSyncing } from '#erp/sync/testing-sync.ts'
import { erpAccount, erpProducts, simulatorConfig } from '#erp/testing-simulator.ts'
import type { TestUser } from '#portal/testing.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'

const { portal, simulator, given: usual } = await startSyncing()
const { call, addUser, worker } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const config = simulatorConfig(simulator, { ERP_DELIVERY_SERVICE: 'khoutbounddelivery' })
const given = { ...usual, config, erp: createByd(config, quick, 20) }
const buyer = await addUser({ account_number: erpAccount, buying_role: 'manager' })
const stranger = await addUser({ account_number: '1000002' })
const admin = await addUser({ is_admin: true, account_number: '' })
const rep = await addUser({ is_sales_rep: true, account_number: '' })
const facts = { strength: '50 mg', dosage_form: 'Tablet', dea_schedule: '', cold_status: '' } as const
const other = { id: '00378-4151-01', description: 'Tramadol 50 mg (Mylan)', unit: 'BTL', price: '11.00' }
await simulator.load({ materials: [other] })
const [tramadol = '', trulicity = ''] = await Promise.all(
  erpProducts.map(({ id, price }, at) =>
    addProduct({
      ndc_number: id,
      name: at === 0 ? 'Tramadol' : '=Trulicity',
      price: Number(price),
      count_in_stock: 900,
      ...facts,
      ...(at === 1 && { cold_status: 'Refrigerated' as const }),
    }),
  ),
)
await addProduct({ ndc_number: other.id, name: other.description, ...facts })

const place = async (purchaseOrder: string) => {
  const lines = [
    { _id: tramadol, quantity: 9, note: 'Longest dating' },
    { _id: trulicity, quantity: 2 },
  ]
  const body = orderOf(lines, await codeFor(rep, buyer._id), { purchaseOrder })
  const { body: placed } = await call(orders.placeFor, {
    params: { userId: buyer._id },
    body: { ...body, forUser: buyer._id },
    as: rep,
  })
  return placed.order._id
}
const read = async () => {
  for (const kind of ['orders', 'deliveries', 'invoices'] as const)
    assert.equal((await runSync(given, kind)).state, 'done')
}

const fileOf = (purchaseOrder: string, as: TestUser, more = '&rows=lines', id = as._id) =>
  portal.send({
    url: `/api/orders/mineSAPLocal/${id}/csv?query=${encodeURIComponent(JSON.stringify({ purchaseOrder }))}${more}`,
    as,
  })

const outcome = ['Quantity', 'Canceled', 'Substituted', 'Shipped', 'Backordered', 'Expected', 'Invoiced']

/** The values of these columns by line; no value of these orders has a comma. */
const outcomesOf = async (purchaseOrder: string, as: TestUser = buyer, titles = outcome) => {
  const [head = '', ...rows] = (await fileOf(purchaseOrder, as)).raw.body.trim().split('\r\n')
  const at = titles.map((title) => head.split(',').indexOf(title))
  return rows.map((row) => at.map((column) => row.split(',')[column]))
}

test('the file of lines says what became of each, behind the columns of the orders', async () => {
  const id = await place('PO-LINES')
  assert.deepEqual(await outcomesOf('PO-LINES'), [
    ['9', '0', '0', '', '', '', '0'],
    ['2', '0', '0', '', '', '', '0'],
  ])
  const orderHead = (await fileOf('PO-LINES', buyer, '')).raw.body.split('\r\n')[0] ?? ''
  assert.ok((await fileOf('PO-LINES', buyer)).raw.body.startsWith(`${orderHead},Line,`))

  await worker.drain()
  const { orderIdSap } = (await call(orders.byId, { params: { id }, as: buyer })).body
  const number = orderIdSap ?? ''
  await simulator.changeLine(number, '10', { quantity: '8' })
  await read()
  await simulator.changeLine(number, '10', { substitute: other.id, quantity: '2' })
  await simulator.confirm(number, '10', [
    { quantity: '4', on: '2026-11-24T00:00:00Z' },
    { quantity: '2', on: '2099-12-05T00:00:00Z' },
  ])
  await simulator.cancelOrder(number, '20')
  await read()
  await simulator.advance({ ticks: 1 })
  await simulator.deliver(number, [{ line: '10', quantity: '4' }])
  await simulator.invoice(number, [{ line: '10', quantity: '3' }])
  await read()
  assert.deepEqual(await outcomesOf('PO-LINES'), [
    ['9', '1', '2', '4', '2', '2099-12-05', '3'],
    ['2', '2', '0', '0', '0', '', '0'],
  ])
  // The sales rep who placed it sees no invoices, so nothing is claimed about them.
  assert.deepEqual(
    (await outcomesOf('PO-LINES', rep)).map((row) => row.at(-1)),
    ['', ''],
  )
  assert.deepEqual(await outcomesOf('PO-LINES', buyer, ['NDC or item number', 'Product', 'Storage', 'Line note']), [
    [erpProducts[0]?.id, 'Tramadol', '', 'Longest dating'],
    [erpProducts[1]?.id, "'=Trulicity", 'Refrigerated', ''],
  ])
})

test('the lines of a canceled order are canceled', async () => {
  const id = await place('PO-GONE')
  await worker.drain()
  const { orderIdSap } = (await call(orders.byId, { params: { id }, as: buyer })).body
  await simulator.cancelOrder(orderIdSap ?? '')
  await read()
  assert.deepEqual(
    (await outcomesOf('PO-GONE')).map(([quantity, canceled]) => [quantity, canceled]),
    [
      ['9', '9'],
      ['2', '2'],
    ],
  )
})

test('the file is a workbook on request, and only of those who may see the orders', async () => {
  const { status, raw } = await fileOf('PO-LINES', buyer, '&rows=lines&format=xlsx')
  assert.deepEqual([status, raw.body.slice(0, 2)], [200, 'PK'])
  assert.match(String(raw.headers['content-disposition']), /filename="order-lines\.xlsx"/)
  assert.equal((await fileOf('PO-LINES', stranger, '&rows=lines', buyer._id)).status, 404)
  assert.equal((await fileOf('PO-LINES', stranger)).raw.body.trim().split('\r\n').length, 1)
  assert.equal((await fileOf('PO-LINES', buyer, '&rows=parcels')).status, 400)
  const all = await portal.send({ url: '/api/orders/localSAPOrders/all/csv?rows=lines', as: admin })
  assert.ok(all.raw.body.trim().split('\r\n').length >= 1 + 4)
  assert.equal((await portal.send({ url: '/api/orders/localSAPOrders/all/csv?rows=lines', as: buyer })).status, 403)
})
