import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoices } from '#billing/invoices/contract.ts'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { transaction } from '#platform/db/connect.ts'
import type { TestUser } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { erpAccount, erpProducts, simulatorConfig } from '../testing-simulator.ts'
import { runSync } from './run-sync.ts'
import { storeOrders } from './store-orders.ts'
import { quick, startSyncing } from './testing-sync.ts'

const { portal, simulator, given: usual } = await startSyncing()
const { call, addUser, db, worker } = portal
const { addProduct, codeFor, orderOf, stockOf } = placing(portal)
const config = simulatorConfig(simulator, { ERP_DELIVERY_SERVICE: 'khoutbounddelivery' })
const given = { ...usual, config, erp: createByd(config, quick, 20) }
const buyer = await addUser({ account_number: erpAccount, buying_role: 'manager' })
const stranger = await addUser({ account_number: '1000002' })
const admin = await addUser({ is_admin: true, account_number: '' })
const rep = await addUser({ is_sales_rep: true, account_number: '' })
const facts = { strength: '50 mg', dosage_form: 'Tablet', dea_schedule: '', cold_status: '' } as const
const other = { id: '00378-4151-01', description: 'Tramadol 50 mg, 100 tablets (Mylan)', unit: 'BTL', price: '11.00' }
const stronger = { id: '00378-4152-01', description: 'Tramadol 100 mg, 100 tablets', unit: 'BTL', price: '14.00' }
await simulator.load({ materials: [other, stronger] })
const [tramadol = '', trulicity = ''] = await Promise.all(
  erpProducts.map(({ id, price }, at) =>
    addProduct({
      ndc_number: id,
      price: Number(price),
      count_in_stock: 900,
      ...facts,
      ...(at === 1 && { cold_status: 'Refrigerated' as const }),
    }),
  ),
)
await addProduct({ ndc_number: other.id, name: other.description, ...facts })
await addProduct({ ndc_number: stronger.id, name: stronger.description, ...facts, strength: '100 mg' })

/** An order in the ERP with two lines, 5 and 2 pieces. */
const place = async (as: TestUser = buyer) => {
  const lines = [
    { _id: tramadol, quantity: 5 },
    { _id: trulicity, quantity: 2 },
  ]
  const body = orderOf(lines, await codeFor(as, buyer._id), { purchaseOrder: '' })
  const { body: placed } =
    as === buyer
      ? await call(orders.place, { body, as })
      : await call(orders.placeFor, { params: { userId: buyer._id }, body: { ...body, forUser: buyer._id }, as })
  await worker.drain()
  const { orderIdSap } = await orderIn(placed.order._id)
  assert.ok(orderIdSap)
  return { id: placed.order._id, number: orderIdSap }
}
const read = async () => assert.equal((await runSync(given, 'orders')).state, 'done')
const orderIn = async (id: string, as: TestUser = buyer) => (await call(orders.byId, { params: { id }, as })).body
const changesOf = async (id: string, as: TestUser = buyer) =>
  (await orderIn(id, as)).changes?.map(({ field, before, after }) => [field, before, after])
const mailsAbout = async (number: string, person: TestUser = buyer) =>
  (await db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', person.email).execute()).filter(
    ({ subject }) => subject.includes(`${number} was changed`),
  )
const exceptionsOf = (id: string) =>
  db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute()

test('an order that nobody changed has no changes and no email', async () => {
  const { id, number } = await place()
  await read()
  await read()
  assert.equal(await changesOf(id), undefined)
  assert.equal((await mailsAbout(number)).length, 0)
})

test('a lower quantity and another price: one email per reading with before and after, and the history', async () => {
  const { id, number } = await place(rep)
  const stock = await stockOf(tramadol)
  await simulator.changeLine(number, '10', { quantity: '3' })
  await simulator.changeLine(number, '20', { price: '960.00' })
  await read()
  await read()
  const expected = [
    ['quantity', '5', '3'],
    ['price', '$956.31', '$960.00'],
  ]
  for (const person of [buyer, rep, admin]) assert.deepEqual(await changesOf(id, person), expected)
  for (const person of [buyer, rep]) {
    const [mail, ...more] = await mailsAbout(number, person)
    assert.equal(more.length, 0)
    assert.match(mail?.body ?? '', /Quantity: 5 → 3 \(2 canceled\)/)
    assert.match(mail?.body ?? '', /Price: \$956\.31 → \$960\.00/)
  }
  const order = await orderIn(id)
  assert.deepEqual([order.orderItems[0]?.canceledQuantity, order.itemsPrice], [2, 3 * 12.5 + 2 * 956.31])
  assert.equal(await stockOf(tramadol), stock + 2)
  assert.equal((await call(orders.byId, { params: { id }, as: stranger })).status, 404)

  // A second change is compared with the first one, not with the order.
  await simulator.changeLine(number, '10', { quantity: '4' })
  await read()
  assert.deepEqual((await changesOf(id))?.at(-1), ['quantity', '3', '4'])
  assert.equal((await mailsAbout(number)).length, 2)
  assert.equal((await orderIn(id)).orderItems[0]?.canceledQuantity, 1)
})

test('more pieces than ordered are shown and take no stock of the portal', async () => {
  const { id, number } = await place()
  const stock = await stockOf(tramadol)
  await simulator.changeLine(number, '10', { quantity: '8' })
  await read()
  assert.deepEqual(await changesOf(id), [['quantity', '5', '8']])
  const [line] = (await orderIn(id)).orderItems
  assert.deepEqual([line?.quantity, line?.canceledQuantity], [5, undefined])
  assert.equal(await stockOf(tramadol), stock)
})

test('the email of a change says when the rest comes, from the same reading', async () => {
  const { number } = await place()
  await simulator.changeLine(number, '20', { price: '960.00' })
  await simulator.confirm(number, '10', [
    { quantity: '2', on: '2026-11-24T00:00:00Z' },
    { quantity: '3', on: '2099-12-05T00:00:00Z' },
  ])
  await simulator.confirm(number, '20', [{ quantity: '0' }])
  await read()
  const [mail, ...more] = await mailsAbout(number)
  assert.equal(more.length, 0)
  assert.match(mail?.body ?? '', /The rest: 3 of Product [^\n]*, expected Dec 5, 2099\n/)
  assert.match(mail?.body ?? '', /The rest: 2 of [^\n]*\(Refrigerated\), no date known\n/)

  await simulator.confirm(number, '10', [{ quantity: '5', on: '2026-11-24T00:00:00Z' }])
  await simulator.confirm(number, '20', [{ quantity: '2', on: '2026-11-24T00:00:00Z' }])
  await simulator.changeLine(number, '20', { price: '970.00' })
  await read()
  const bodies = (await mailsAbout(number)).map((mail) => mail.body)
  assert.equal(bodies.filter((one) => one.includes('$970.00') && !one.includes('The rest')).length, 1)
})

test('two processes that read the same change record it once', async () => {
  const { id, number } = await place()
  await simulator.changeLine(number, '10', { quantity: '4' })
  const { rows } = await given.erp.ordersByNumber([number])
  await Promise.all([1, 2, 3].map(() => transaction(db, (tx) => storeOrders(tx, rows, given))))
  assert.deepEqual(await changesOf(id), [['quantity', '5', '4']])
  assert.equal((await mailsAbout(number)).length, 1)
})

test('a substitute of the same strength and form is shown with its parcels, and is no exception', async () => {
  const { id, number } = await place()
  await simulator.changeLine(number, '10', { substitute: other.id, quantity: '2' })
  await read()
  const [change, ...more] = (await changesOf(id)) ?? []
  assert.deepEqual([change?.[0], more.length], ['substitute', 0])
  assert.match(change?.[2] ?? '', /2 × Tramadol 50 mg, 100 tablets \(Mylan\)/)
  const before = (await orderIn(id)).orderItems[0]
  assert.deepEqual(
    [before?.canceledQuantity, before?.outcome?.substituted, before?.outcome?.waiting],
    [undefined, 2, 3],
  )
  assert.match(
    (await mailsAbout(number))[0]?.body ?? '',
    /ships another product.*Product: .*Contact us before it ships if you do not want it/s,
  )
  assert.deepEqual(await exceptionsOf(id), [])

  await simulator.advance({ ticks: 3 })
  await read()
  await runSync(given, 'deliveries')
  const [line] = (await orderIn(id)).orderItems
  assert.deepEqual([line?.outcome?.shipped, line?.outcome?.waiting], [3, 0])
  assert.deepEqual(
    line?.substitutes?.map(({ slug, quantity, shipped }) => [slug, quantity, shipped]),
    [[other.id, 2, 2]],
  )
})

test('another strength, a refrigerated line and an unknown product need consent: an exception, never hidden', async () => {
  const { id, number } = await place()
  await simulator.changeLine(number, '10', { product: stronger.id })
  await simulator.changeLine(number, '20', { substitute: other.id })
  await read()
  await read()
  const messages = (await exceptionsOf(id)).map(({ message }) => message)
  assert.equal(messages.length, 2)
  assert.ok(messages.some((one) => /without consent: another or unknown strength\. Ask the buyer/.test(one)))
  assert.ok(messages.some((one) => /without consent: refrigerated or frozen/.test(one)))
  const order = await orderIn(id)
  assert.deepEqual(
    order.orderItems.map(({ substitutes }) => substitutes?.map(({ slug }) => slug)),
    [[stronger.id], [other.id]],
  )
  assert.equal((await mailsAbout(number)).length, 1)
})

test('a business that wants no substitutes is asked even for the same strength and form', async () => {
  await db
    .updateTable('business')
    .set({ equivalents_refused_for: 'Formulary' })
    .where('account_number', '=', erpAccount)
    .execute()
  const { id, number } = await place()
  await simulator.changeLine(number, '10', { substitute: other.id })
  await read()
  const [exception] = await exceptionsOf(id)
  assert.match(exception?.message ?? '', /without consent: the business wants no substitutes\./)
  await db
    .updateTable('business')
    .set({ equivalents_refused_for: null })
    .where('account_number', '=', erpAccount)
    .execute()
})

test('each part of an order has its own invoice, and together they bill what ships, substitutes included', async () => {
  const { id, number } = await place()
  await simulator.changeLine(number, '10', { substitute: other.id, quantity: '2' })
  await simulator.advance({ ticks: 1 })
  await simulator.deliver(number, [{ line: '10', quantity: '1' }])
  await simulator.invoice(number, [{ line: '10', quantity: '1' }])
  await read()
  for (const kind of ['deliveries', 'invoices'] as const) await runSync(given, kind)
  const steps = async () => (await call(orders.timeline, { params: { id }, as: buyer })).body
  assert.deepEqual(
    (await steps()).filter(({ what }) => what === 'invoiced').map(({ amount }) => amount),
    [12.5],
  )
  await simulator.advance({ ticks: 3 })
  await read()
  for (const kind of ['deliveries', 'invoices'] as const) await runSync(given, kind)
  const billed = (await steps()).filter(({ what }) => what === 'invoiced')
  assert.equal(billed.length, 2)
  const { body: bill } = await call(invoices.byId, { params: { id: billed[1]?.invoiceID ?? '' }, as: buyer })
  assert.deepEqual(bill.notBilled, [])
  assert.equal(bill.TotalNetAmount, 2 * 12.5 + 2 * 11 + 2 * 956.31)
  const order = await orderIn(id)
  assert.deepEqual(
    order.orderItems.map(({ outcome }) => [outcome?.shipped, outcome?.waiting, outcome?.substituted]),
    [
      [3, 0, 2],
      [2, 0, undefined],
    ],
  )
  assert.equal(order.parcels?.length, 2)
})
