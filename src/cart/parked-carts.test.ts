import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { carts, maxParkedCarts, parkedCarts } from './contract.ts'

const portal = await startTestPortal()
const { db, call } = portal

const products = await addProducts(
  db,
  ['Heparin', 'Saline'].map((name) => ({
    name,
    price: 10,
    count_in_stock: 100,
    is_published: true,
    ndc_number: randomUUID(),
    is_item_number: true,
  })),
)
const [heparin, saline] = products.map(({ _id }) => _id) as [string, string]

const put = (as: TestUser, lines: { _id: string; quantity: number; note?: string }[], more: object = {}) =>
  call(carts.change, { body: { lines, ...more }, as })
const linesOf = async (as: TestUser) =>
  (await call(carts.read, { as })).body.lines.map(({ name, quantity }) => `${name} ${quantity}`)
const park = (as: TestUser, name: string) => call(parkedCarts.park, { body: { name }, as })
const resume = (as: TestUser, id: string) => call(parkedCarts.resume, { params: { id }, as })
const parked = async (as: TestUser) => (await call(parkedCarts.list, { as })).body

test('a cart is parked with its lines, prices and number, and resumed as it was', async () => {
  const buyer = await portal.addUser()
  const written = { note: 'Ring twice', attention: 'Dock 3', requestedDay: '2099-03-02' }
  await put(buyer, [{ _id: saline, quantity: 2, note: 'Long dating' }], {
    purchaseOrder: 'PO-7',
    shippingMethod: 'UPS GROUND',
    ...written,
  })
  await put(buyer, [{ _id: heparin, quantity: 3 }])
  const before = (await call(carts.read, { as: buyer })).body
  assert.equal((await park(buyer, '  Ward 7 ')).status, 201)
  const empty = (await call(carts.read, { as: buyer })).body
  assert.deepEqual([empty.lines, empty.purchaseOrder, empty.note, empty.requestedDay], [[], '', '', null])
  assert.notEqual(empty.orderKey, before.orderKey, 'an order that is still on its way cannot take the parked lines')
  const [one] = await parked(buyer)
  assert.deepEqual([one?.name, one?.lineCount, one?.purchaseOrder], ['Ward 7', 2, 'PO-7'])
  await db.updateTable('product').set({ price: 12 }).where('id', '=', heparin).execute()
  assert.equal((await resume(buyer, one?._id ?? '')).status, 200)
  const { lines, purchaseOrder, shippingMethod, note, attention, requestedDay } = (
    await call(carts.read, { as: buyer })
  ).body
  assert.deepEqual([purchaseOrder, shippingMethod], ['PO-7', 'UPS GROUND'])
  assert.deepEqual({ note, attention, requestedDay }, written)
  assert.deepEqual(
    lines.map((line) => line.note),
    ['Long dating', ''],
  )
  assert.deepEqual(
    lines.map(({ name, quantity, price, seenPrice }) => [name, quantity, price, seenPrice]),
    [
      ['Saline', 2, 10, 10],
      ['Heparin', 3, 12, 10],
    ],
    'a price that has changed meanwhile is shown as a change',
  )
  assert.deepEqual(await parked(buyer), [])
  await db.updateTable('product').set({ price: 10 }).where('id', '=', heparin).execute()
})

test('carts are never merged, and what cannot be parked says why', async () => {
  const buyer = await portal.addUser()
  assert.deepEqual((await park(buyer, 'Nothing')).status, 409)
  await put(buyer, [{ _id: saline, quantity: 2 }])
  for (const name of ['', '   ', 'x'.repeat(81)]) assert.equal((await park(buyer, name)).status, 400)
  await park(buyer, 'Monday')
  await put(buyer, [{ _id: saline, quantity: 5 }])
  const again = await park(buyer, 'MONDAY')
  assert.deepEqual([again.status, (again.body as { field?: string }).field], [409, 'name'])
  const [one] = await parked(buyer)
  const refused = await resume(buyer, one?._id ?? '')
  assert.deepEqual([refused.status, refused.body.message], [409, 'Your cart is not empty. Park or empty it first.'])
  assert.deepEqual(await linesOf(buyer), ['Saline 5'])
  assert.equal((await parked(buyer)).length, 1)
})

test('two presses at once park or resume a cart once', async () => {
  const buyer = await portal.addUser()
  await put(buyer, [{ _id: saline, quantity: 2 }])
  const parks = await Promise.all([park(buyer, 'One'), park(buyer, 'Two')])
  assert.deepEqual(parks.map(({ status }) => status).toSorted(), [201, 409])
  const [one] = await parked(buyer)
  const resumes = await Promise.all([resume(buyer, one?._id ?? ''), resume(buyer, one?._id ?? '')])
  assert.deepEqual(resumes.map(({ status }) => status).toSorted(), [200, 404])
  assert.deepEqual(await linesOf(buyer), ['Saline 2'])
})

test('parked carts belong to their user and, for staff, to a customer', async () => {
  const [buyer, stranger, rep] = [
    await portal.addUser(),
    await portal.addUser(),
    await portal.addUser({ is_sales_rep: true }),
  ]
  await put(buyer, [{ _id: saline, quantity: 2 }])
  await park(buyer, 'Mine')
  const [one] = await parked(buyer)
  const params = { id: one?._id ?? '' }
  for (const as of [stranger, rep]) {
    assert.deepEqual(await parked(as), [])
    assert.equal((await resume(as, params.id)).status, 404)
    assert.equal((await call(parkedCarts.remove, { params, as })).status, 404)
  }
  const headers = { [orderingForHeader]: buyer._id }
  await call(carts.change, { body: { lines: [{ _id: heparin, quantity: 1 }] }, as: rep, headers })
  assert.equal((await call(parkedCarts.park, { body: { name: 'For Harbor' }, as: rep, headers })).status, 201)
  const forBuyer = (await call(parkedCarts.list, { as: rep, headers })).body
  assert.deepEqual(
    forBuyer.map(({ name }) => name),
    ['For Harbor'],
  )
  assert.deepEqual(
    (await parked(buyer)).map(({ name }) => name),
    ['Mine'],
  )
  assert.equal((await call(parkedCarts.remove, { params, as: buyer })).status, 200)
  assert.deepEqual(await parked(buyer), [])
})

test('at most twenty carts are parked', async () => {
  const buyer = await portal.addUser()
  for (let at = 0; at < maxParkedCarts; at++) {
    await put(buyer, [{ _id: saline, quantity: 1 }])
    await park(buyer, `Cart ${at}`)
  }
  await put(buyer, [{ _id: saline, quantity: 1 }])
  assert.equal((await park(buyer, 'One more')).status, 409)
  assert.deepEqual(await linesOf(buyer), ['Saline 1'])
})

test('a product that is gone or on hold since is shown as such when its cart is resumed, and is not ordered', async () => {
  const buyer = await portal.addUser()
  const [gone, paused] = await addProducts(
    db,
    ['Gone', 'Paused'].map((name) => ({
      name,
      price: 10,
      count_in_stock: 100,
      is_published: true,
      ndc_number: randomUUID(),
      is_item_number: true,
    })),
  )
  await put(
    buyer,
    [saline, gone?._id ?? '', paused?._id ?? ''].map((_id) => ({ _id, quantity: 2 })),
  )
  await park(buyer, 'Later')
  await db
    .updateTable('product')
    .set({ is_published: false })
    .where('id', '=', gone?._id ?? '')
    .execute()
  await db
    .updateTable('product')
    .set({ is_on_hold: true })
    .where('id', '=', paused?._id ?? '')
    .execute()
  const [one] = await parked(buyer)
  assert.equal((await resume(buyer, one?._id ?? '')).status, 200)
  const { lines } = (await call(carts.read, { as: buyer })).body
  assert.deepEqual(
    lines.map(({ name, isSold, isOnHold, price }) => [name, isSold, isOnHold, price]),
    [
      ['Saline', true, false, 10],
      ['Gone', false, false, null],
      ['Paused', true, true, 10],
    ],
  )
})
