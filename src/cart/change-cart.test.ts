import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { users } from '#customers/contract.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { emptyDetails } from './cart.ts'
import { carts } from './contract.ts'

const portal = await startTestPortal()
const { db, call } = portal

const add = async (facts: Partial<NewProduct> = {}): Promise<string> => {
  const [product] = await addProducts(db, [
    {
      name: 'Heparin',
      price: 10,
      count_in_stock: 100,
      is_published: true,
      ndc_number: randomUUID(),
      is_item_number: true,
      ...facts,
    },
  ])
  return product?._id ?? ''
}
const [heparin, saline] = [await add(), await add({ name: 'Saline' })]
const contract = (productId: string, { businessId }: TestUser, price: number) =>
  db
    .insertInto('contract_price')
    .values({ product_id: productId, business_id: businessId, list: 'general', price })
    .execute()

const linesOf = ({ body }: { body: { lines: { name: string; quantity: number }[] } }) =>
  body.lines.map(({ name, quantity }) => `${name} ${quantity}`)
const put = (as: TestUser, lines: { _id: string; quantity: number; price?: number }[], more: object = {}) =>
  call(carts.change, { body: { lines, ...more }, as })
const read = (as: TestUser) => call(carts.read, { as })

test('saves a cart for the signed-in user only', async () => {
  const [buyer, stranger] = [await portal.addUser(), await portal.addUser()]
  assert.deepEqual((await read(buyer)).body, { lines: [], orderKey: null, ...emptyDetails })
  await put(buyer, [{ _id: saline, quantity: 2 }])
  await put(buyer, [{ _id: heparin, quantity: 3 }], { purchaseOrder: ' PO-7 ', shippingMethod: 'UPS GROUND' })
  const { body } = await read(buyer)
  assert.deepEqual(linesOf({ body }), ['Saline 2', 'Heparin 3'])
  assert.deepEqual([body.purchaseOrder, body.shippingMethod], ['PO-7', 'UPS GROUND'])
  assert.ok(body.orderKey)
  await put(buyer, [{ _id: saline, quantity: 0 }])
  assert.deepEqual(linesOf(await read(buyer)), ['Heparin 3'])
  assert.deepEqual((await read(stranger)).body.lines, [])
  assert.equal((await portal.send({ method: 'GET', url: '/api/cart' })).status, 401)
})

test('each line links to its own product even if several have the same number', async () => {
  const buyer = await portal.addUser()
  const [gauze, gloves] = [
    await add({ name: 'Gauze', ndc_number: 'SHARED-1' }),
    await add({ name: 'Gloves', ndc_number: 'SHARED-1' }),
  ]
  await put(buyer, [
    { _id: gauze, quantity: 1 },
    { _id: gloves, quantity: 1 },
  ])
  const { lines } = (await read(buyer)).body
  const { body: visitors } = await call(carts.look, { body: { ids: [gauze, gloves] } })
  for (const { _id, slug, page } of [...lines, ...visitors]) {
    assert.equal(slug, 'SHARED-1')
    assert.equal((await call(catalog.bySlug, { params: { slug: page } })).body._id, _id)
  }
})

test('reports changes since a line was added', async () => {
  const buyer = await portal.addUser()
  const [dearer, scarce, gone] = [await add({ price: 11.06 }), await add(), await add({ name: 'Gone' })]
  await put(
    buyer,
    [dearer, scarce, gone].map((_id) => ({ _id, quantity: 9 })),
  )
  await db.updateTable('product').set({ price: 12.29 }).where('id', '=', dearer).execute()
  await db.updateTable('product').set({ count_in_stock: 4 }).where('id', '=', scarce).execute()
  await db.updateTable('product').set({ is_published: false }).where('id', '=', gone).execute()
  const { lines } = (await read(buyer)).body
  assert.deepEqual(
    lines.map(({ price, seenPrice, countInStock, isSold }) => [price, seenPrice, countInStock, isSold]),
    [
      [12.29, 11.06, 100, true],
      [10, 10, 4, true],
      [null, 10, 0, false],
    ],
  )
  await put(buyer, [{ _id: dearer, quantity: 10 }])
  assert.equal((await read(buyer)).body.lines[0]?.seenPrice, 11.06, 'another quantity is no other price')
  await put(buyer, [{ _id: dearer, quantity: 11, price: 12.29 }])
  assert.equal((await read(buyer)).body.lines[0]?.seenPrice, 12.29, 'put in at the new one')
})

test('uses the prices of the signed-in user or, for staff, of the customer', async () => {
  const [buyer, rep] = [await portal.addUser(), await portal.addUser({ is_sales_rep: true })]
  await contract(saline, buyer, 7)
  await put(buyer, [{ _id: saline, quantity: 1 }])
  assert.equal((await read(buyer)).body.lines[0]?.price, 7)
  const forBuyer = { headers: { 'ordering-for': buyer._id }, as: rep }
  const { body } = await call(carts.change, { body: { lines: [{ _id: saline, quantity: 5 }] }, ...forBuyer })
  assert.deepEqual([linesOf({ body }), body.lines[0]?.price], [['Saline 5'], 7])
  assert.deepEqual((await read(rep)).body.lines, [], 'a cart for each customer')
  assert.deepEqual(linesOf(await read(buyer)), ['Saline 1'], 'and not the customer’s own')
})

test('only staff can work for a customer, who must exist', async () => {
  const [buyer, other, rep] = [
    await portal.addUser(),
    await portal.addUser(),
    await portal.addUser({ is_sales_rep: true }),
  ]
  await put(other, [{ _id: saline, quantity: 1 }])
  const asOther = (as: TestUser, id: string) => call(carts.read, { as, headers: { 'ordering-for': id } })
  assert.deepEqual((await asOther(buyer, other._id)).body.lines, [], 'a customer’s header means nothing')
  for (const nobody of [randomUUID(), 'x', rep._id]) {
    const { status, body } = await asOther(rep, nobody)
    assert.deepEqual([status, (body as { customerGone?: boolean }).customerGone], [409, true])
  }
  await db.updateTable('user_account').set({ is_active: false }).where('id', '=', other._id).execute()
  assert.equal((await asOther(rep, other._id)).status, 409)
})

test('merges a visitor’s cart, keeping the higher quantity of each product', async () => {
  const buyer = await portal.addUser()
  await put(buyer, [
    { _id: heparin, quantity: 5 },
    { _id: saline, quantity: 1 },
  ])
  const third = await add({ name: 'Third' })
  const joined = await put(
    buyer,
    [
      { _id: heparin, quantity: 2 },
      { _id: saline, quantity: 4 },
      { _id: third, quantity: 1 },
      { _id: await add({ is_published: false }), quantity: 1 },
      { _id: randomUUID(), quantity: 1 },
    ],
    { keepsHigher: true },
  )
  assert.deepEqual(linesOf(joined), ['Heparin 5', 'Saline 4', 'Third 1'])
})

test('concurrent windows lose no line, and the last write to a line wins', async () => {
  const buyer = await portal.addUser()
  const products = await Promise.all(Array.from({ length: 12 }, () => add()))
  await Promise.all(products.map((_id) => put(buyer, [{ _id, quantity: 2 }])))
  await Promise.all([
    put(buyer, [{ _id: products[0] ?? '', quantity: 0 }]),
    put(buyer, [{ _id: products[1] ?? '', quantity: 7 }]),
  ])
  const { lines } = (await read(buyer)).body
  assert.deepEqual([lines.length, lines.find(({ _id }) => _id === products[1])?.quantity], [11, 7])
})

test('refuses too many lines and invalid carts', async () => {
  const buyer = await portal.addUser()
  const send = (payload: object) => portal.send({ method: 'PUT', url: '/api/cart', payload, as: buyer })
  for (const quantity of [-1, 1.5, 10_000, '2', null])
    assert.equal((await send({ lines: [{ _id: saline, quantity }] })).status, 400, String(quantity))
  assert.equal((await send({ lines: [{ _id: 'x', quantity: 1 }] })).status, 400)
  assert.equal((await send({ purchaseOrder: 'x'.repeat(36) })).status, 400)
  assert.equal((await send({ lines: Array.from({ length: 501 }, () => ({ _id: saline, quantity: 1 })) })).status, 400)
  const many = await addProducts(
    db,
    Array.from({ length: 501 }, (_, at) => ({
      name: `Many ${at}`,
      price: 1,
      is_published: true,
      ndc_number: `M${at}`,
      is_item_number: true,
    })),
  )
  const lines = many.map(({ _id }) => ({ _id, quantity: 1 }))
  assert.equal((await send({ lines: lines.slice(0, 500) })).status, 200)
  const refused = await send({ lines: lines.slice(500) })
  assert.deepEqual([refused.status, refused.body.message], [409, 'A cart can have at most 500 lines.'])
  assert.equal((await read(buyer)).body.lines.length, 500)
})

test('gives a visitor current data of products in their cart, but not of drafts', async () => {
  const draft = await add({ is_published: false })
  const { status, body } = await call(carts.look, { body: { ids: [heparin, draft, randomUUID()] } })
  assert.deepEqual([status, body.map(({ _id, price, isSold }) => [_id, price, isSold])], [200, [[heparin, 10, true]]])
})

test('an order removes its lines from its own cart only', async () => {
  const buyer = await portal.addUser()
  await put(
    buyer,
    [
      { _id: heparin, quantity: 1 },
      { _id: saline, quantity: 1 },
    ],
    { purchaseOrder: 'PO-1' },
  )
  const order = async (key: string | null) => {
    await call(orders.sendOtp, { params: { id: buyer._id }, as: buyer })
    const { subject } = await db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', buyer.email)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return portal.send({
      method: 'POST',
      url: '/api/orders',
      as: buyer,
      headers: key ? { 'idempotency-key': key } : {},
      payload: {
        orderItems: [{ _id: heparin, quantity: 1 }],
        shippingMethod: 'UPS GROUND',
        otp: /\d{6}/.exec(subject)?.[0],
      },
    })
  }
  assert.equal((await order(randomUUID())).status, 201)
  assert.deepEqual(linesOf(await read(buyer)), ['Heparin 1', 'Saline 1'], 'another program’s order')
  const { orderKey } = (await read(buyer)).body
  assert.equal((await order(orderKey)).status, 201)
  const after = (await read(buyer)).body
  assert.deepEqual([linesOf({ body: after }), after.purchaseOrder], [['Saline 1'], ''])
  assert.notEqual(after.orderKey, orderKey)
})

test('deleting an account deletes its cart', async () => {
  const [buyer, admin] = [await portal.addUser(), await portal.addUser({ is_admin: true })]
  await put(buyer, [{ _id: saline, quantity: 1 }])
  const removal = { params: { id: buyer._id }, query: { reason: 'Test' }, as: admin }
  assert.equal((await call(users.remove, removal)).status, 200)
  assert.deepEqual(await db.selectFrom('cart_line').selectAll().where('user_id', '=', buyer._id).execute(), [])
})

test('a line keeps its note until another one is written', async () => {
  const buyer = await portal.addUser()
  const id = await add({ name: 'Noted' })
  const write = async (line: object) => {
    const { status, body } = await portal.send({
      method: 'PUT',
      url: '/api/cart',
      payload: { lines: [{ _id: id, ...line }] },
      as: buyer,
    })
    assert.equal(status, 200)
    return (body['lines'] as { note: string }[])[0]?.note
  }
  assert.equal(await write({ quantity: 2, note: ' Long\u0007 dating ' }), 'Long dating')
  assert.equal(await write({ quantity: 3 }), 'Long dating')
  assert.equal(await write({ quantity: 3, note: '' }), '')
  const tooLong = { lines: [{ _id: id, quantity: 3, note: 'x'.repeat(201) }] }
  const refused = await portal.send({ method: 'PUT', url: '/api/cart', payload: tooLong, as: buyer })
  assert.deepEqual(
    [refused.status, refused.body.message],
    [400, 'The line note is too long. The limit is 200 characters.'],
  )
})
