import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'
import { startTestPortal } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { returns } from './contract.ts'
import { returning } from './testing-returns.ts'

const portal = await startTestPortal()
const { db, call } = portal
const { addTrace, ship, line, request, requested, read, authorize } = returning(portal)
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const buyer = await portal.addUser({ account_number: '1000001' })

const numberOf = async (id = '') =>
  (await db.selectFrom('product').select('ndc_number').where('id', '=', id).executeTakeFirstOrThrow()).ndc_number ?? ''

const deliver = (erp_id: string, items: [number: string, quantity: number, unit?: string][], days = 2) =>
  db
    .insertInto('delivery')
    .values({
      object_id: randomUUID(),
      erp_id: randomUUID(),
      changed_at: new Date(),
      is_shipped: true,
      shipped_at: portal.daysAgo(days),
      order_erp_ids: [erp_id],
      items: JSON.stringify(
        items.map(([productId, quantity, unit = '']) => ({
          orderId: erp_id,
          orderItem: '',
          productId,
          quantity,
          unit,
        })),
      ),
    })
    .execute()

const bill = async (order_id: string, lines: [number: string, quantity: number][]) => {
  const invoice_id = await addInvoice(db, { order_id, invoice_date: portal.day(-1), release_status_code: '3' })
  for (const [at, [product_number, quantity]] of lines.entries())
    await db
      .insertInto('invoice_line')
      .values({ invoice_id, line_no: at + 1, product_number, quantity })
      .execute()
}

const leftOf = async (order: string) => {
  const { body } = await call(returns.items, { query: { order }, as: buyer })
  return body.lines.map(({ lineNo, shipped, left }) => [lineNo, shipped, left])
}

test('only the pieces in parcels can be returned while the rest is backordered, whatever the parcels', async () => {
  const erp_id = '810001'
  const { order, products } = await ship(buyer, [{}, {}], { erp_id, erp_status: '2' })
  const [first, second] = [await numberOf(products[0]), await numberOf(products[1])]
  await deliver(erp_id, [[first, 4]])
  assert.deepEqual(await leftOf(order), [[1, 4, 4]])
  const refused = await request(order, [line({ quantity: 5 })], { as: buyer })
  assert.deepEqual([refused.status, /only 4 can still/.test(refused.body.message ?? '')], [409, true])
  assert.equal((await request(order, [line({ lineNo: 2 })], { as: buyer })).status, 409, 'not shipped yet')
  await requested(order, [line({ quantity: 3 })], { as: buyer })
  await deliver(erp_id, [
    [first, 6],
    [second, 2],
  ])
  assert.deepEqual(await leftOf(order), [
    [1, 10, 7],
    [2, 2, 2],
  ])
  await bill(order, [[second, 10]])
  assert.deepEqual(await leftOf(order), [
    [1, 10, 7],
    [2, 10, 10],
  ])
})

test('the days to return a line count from its last parcel', async () => {
  const erp_id = '810002'
  const { order, products } = await ship(buyer, [{}, {}], { erp_id, shipped_at: portal.daysAgo(60) })
  const [first, second] = [await numberOf(products[0]), await numberOf(products[1])]
  await deliver(
    erp_id,
    [
      [first, 4],
      [second, 10],
    ],
    60,
  )
  await deliver(erp_id, [[first, 6]], 3)
  assert.equal((await request(order, [line()], { as: buyer })).status, 201)
  const late = await request(order, [line({ lineNo: 2 })], { as: buyer })
  assert.deepEqual([late.status, /This shipped (59|60|61) days ago/.test(late.body.message ?? '')], [422, true])
})

test('parcels that count in another unit than the line say nothing about its pieces', async () => {
  const erp_id = '810003'
  const { order, products } = await ship(buyer, [{}], { erp_id })
  await db
    .updateTable('order_line')
    .set({ erp_schedule: JSON.stringify({ unit: 'EA', requestedOn: null, confirmed: [] }) })
    .where('order_id', '=', order)
    .execute()
  await deliver(erp_id, [[await numberOf(products[0]), 1, 'CS']])
  assert.deepEqual(await leftOf(order), [[1, 10, 10]])
})

test('a substitute can be returned as itself, and the ordered product only as far as it was sent', async () => {
  const erp_id = '810004'
  const { order } = await ship(buyer, [{}], { erp_id })
  const [other] = await addProducts(db, [
    {
      name: 'Gauze of another firm',
      ndc_number: `ITEM-${newId().slice(-8)}`,
      is_item_number: true,
      price: 9,
      is_published: true,
      dispensing: 'OTC',
      schedule_source: 'label',
      cold_status: 'Refrigerated',
    },
  ])
  const number = await numberOf(other?._id)
  const item = { item: '20', productId: number, name: 'Gauze of another firm', quantity: 6, unit: '' }
  await db
    .updateTable('order_line')
    .set({ erp_item: JSON.stringify({ quantity: 4, unit: '', price: 10, substitutes: [item] }) })
    .where('order_id', '=', order)
    .execute()
  const substitute = 10_020
  assert.deepEqual(await leftOf(order), [
    [1, 4, 4],
    [substitute, 6, 6],
  ])
  await bill(order, [[number, 5]])
  assert.deepEqual(await leftOf(order), [[substitute, 5, 5]])
  const cold = await request(order, [line({ lineNo: substitute })], { as: buyer })
  assert.deepEqual([cold.status, /Refrigerated/.test(cold.body.message ?? '')], [422, true], 'its own storage counts')
  const id = await requested(order, [line({ lineNo: substitute, reason: 'damaged', quantity: 5 })], { as: buyer })
  const { items } = await read(id, buyer)
  assert.deepEqual([items[0]?.name, items[0]?.number], ['Gauze of another firm', number])
  assert.deepEqual(await leftOf(order), [[substitute, 5, 0]])
})

test('a lot that was never shipped is decided by a person, and never restocked with serials of another lot', async () => {
  const drug = { is_item_number: false, ndc_number: '00093-0058-05', dispensing: 'Rx', needs_trace: true } as const
  const { order } = await ship(buyer, [{ ...drug, quantity: 2 }])
  const gtin = withCheckDigit('0030093005805')
  await addTrace(buyer, order, [{ serial: 'S1', lot: 'a1', gtin }])
  const { body: partial } = await call(returns.items, { query: { order }, as: buyer })
  assert.deepEqual(partial.lines[0]?.lots, [], 'unknown while a piece has no trace data')
  await addTrace(buyer, order, [{ serial: 'S2', lot: 'B2', gtin }])
  const { body: whole } = await call(returns.items, { query: { order }, as: buyer })
  assert.deepEqual(whole.lines[0]?.lots.toSorted(), ['A1', 'B2'])
  const id = await requested(order, [line({ lot: 'Z9' })], { as: buyer })
  assert.match((await read(id, admin)).items[0]?.why ?? '', /no lot Z9 in this shipment/)
  const same = await requested(order, [line({ lot: 'A1' })], { as: buyer })
  assert.match((await read(same, admin)).items[0]?.why ?? '', /unopened/)
  for (const [one, serial, status] of [
    [id, 'S1', 422],
    [same, 'S2', 422],
    [same, 'S1', 200],
  ] as const) {
    if ((await read(one, admin)).state === 'requested') assert.equal((await authorize(one, admin)).status, 200)
    const { __v } = await read(one, admin)
    const received = {
      lineNo: 1,
      quantity: 1,
      condition: 'sound',
      restock: 1,
      serials: [serial],
      verifiedAgainst: 'VRS',
    }
    const answer = await portal.send({
      method: 'PUT',
      url: `/api/returns/${one}/receipt`,
      payload: { __v, lines: [received] },
      as: admin,
    })
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    if (status === 422) assert.match(String(answer.body['message']), /was shipped as lot .*, but the request names lot/)
  }
})
