import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import { addProducts } from '../add-products.ts'
import { buy } from '../testing-orders.ts'
import { orders } from '#orders/contract.ts'
import { type AccountFacts, startTestPortal, type TestUser } from '#portal/testing.ts'
import { productEditing } from '#product-admin/contract.ts'
import { productImport } from '#imports/contract.ts'
import { inventory } from './contract.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true })
const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

let made = 0
const addProduct = async (facts: { is_published?: boolean; count_in_stock?: number } = {}) => {
  const name = `Scarce ${++made}`
  const number = `55555-${String(made).padStart(4, '0')}-01`
  const [product] = await addProducts(db, [{ name, ndc_number: number, price: 5, is_published: true, ...facts }])
  assert.ok(product)
  return { ...product, name, number }
}
const addUsers = (count: number, facts: AccountFacts = {}) =>
  Promise.all(Array.from({ length: count }, () => portal.addUser(facts)))
const ask = (id: string, as: TestUser | null, quantity = 1) =>
  portal.call(inventory.request, { params: { id }, body: { quantity }, as })
const takeOff = (id: string, as: TestUser) => portal.call(inventory.endRequest, { params: { id }, as })
const requestsOf = async (as: TestUser) => (await portal.call(inventory.requests, { as })).body
const move = async (id: string, quantity: number) => {
  const { status } = await portal.call(inventory.correctStock, {
    params: { id },
    body: { quantity, reason: 'Delivery' },
    as: admin,
  })
  assert.equal(status, 200)
  await portal.worker.drain()
}
/** Recipients of emails about a product, in the order of the emails. */
const told = async ({ name }: { name: string }) => {
  const rows = await db
    .selectFrom('mail')
    .select('recipient')
    .where('subject', '=', `Back in stock: ${name}`)
    .orderBy('id')
    .execute()
  return rows.map(({ recipient }) => recipient)
}
/** Moves everything about a product back by this number of days. */
const age = (id: string, days: number) =>
  db
    .updateTable('stock_request')
    .set({
      asked_at: sql<Date>`asked_at - make_interval(days => ${days})`,
      ends_at: sql<Date>`ends_at - make_interval(days => ${days})`,
      notified_at: sql<Date>`notified_at - make_interval(days => ${days})`,
    })
    .where('product_id', '=', id)
    .execute()

test('requests are notified once when the stock covers them, oldest first, at most once a day', async () => {
  const product = await addProduct()
  const people = await addUsers(4)
  const wanted = [24, 1, 25, 5]
  for (const [at, quantity] of wanted.entries())
    assert.equal((await ask(product._id, people[at] ?? null, quantity)).status, 200)
  const [first, second, third, fourth] = people.map(({ email }) => email)

  await move(product._id, 24)
  assert.deepEqual(await told(product), [first, second, fourth])
  const mail = await db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', first ?? '')
    .executeTakeFirstOrThrow()
  assert.match(mail.body, new RegExp(`https://portal.example/product/${product.slug}`))
  assert.match(mail.body, /In stock now: 24/)
  assert.match(mail.body, /reserve it for you/)

  await move(product._id, -24)
  await move(product._id, 25)
  assert.deepEqual(await told(product), [first, second, fourth, third])

  await move(product._id, -25)
  await age(product._id, 1)
  await move(product._id, 2)
  assert.deepEqual(await told(product), [first, second, fourth, third, second])
})

test('imports, edits and canceled orders bring stock back like a correction', async () => {
  const [buyer, waiting] = [await portal.addUser(), await portal.addUser()]
  const product = await addProduct()
  const edited = await addProduct()
  const returned = await addProduct({ count_in_stock: 3 })
  assert.equal(await buy(portal, buyer, [{ _id: returned._id, quantity: 3 }]), 201)
  for (const { _id } of [product, edited, returned]) assert.equal((await ask(_id, waiting, 3)).status, 200)

  const rows = [{ name: product.name, ndc: product.number, price: 5, countInStock: 3 }]
  assert.equal((await portal.call(productImport.importProducts, { body: rows, query: {}, as: admin })).status, 200)
  const edit = { params: { id: edited._id }, body: { countInStock: 3, countInStockLoaded: 0, __v: 1 }, as: admin }
  assert.equal((await portal.call(productEditing.update, edit)).status, 200)
  const order = await db
    .selectFrom('sales_order')
    .select('id')
    .where('user_id', '=', buyer._id)
    .executeTakeFirstOrThrow()
  const removal = { params: { id: order.id }, query: { reason: 'Test' }, as: admin }
  assert.equal((await portal.call(orders.remove, removal)).status, 200)
  await portal.worker.drain()
  for (const one of [product, edited, returned]) assert.deepEqual(await told(one), [waiting.email], one.name)
})

test('deactivated users and requests that were removed or expired are not notified', async () => {
  const product = await addProduct()
  const [gone, off, late, still] = await addUsers(4)
  assert.ok(gone && off && late && still)
  for (const one of [gone, off, late, still]) await ask(product._id, one)
  await db.updateTable('user_account').set({ is_active: false }).where('id', '=', gone._id).execute()
  assert.equal((await takeOff(product._id, off)).status, 200)
  assert.equal((await takeOff(product._id, off)).status, 200)
  await db
    .updateTable('stock_request')
    .set({ ends_at: ago(0) })
    .where('user_id', '=', late._id)
    .execute()
  await move(product._id, 1)
  assert.deepEqual(await told(product), [still.email])
  assert.deepEqual([await requestsOf(off), await requestsOf(late)], [[], []])

  await move(product._id, -1)
  await takeOff(product._id, still)
  await ask(product._id, still)
  await move(product._id, 1)
  assert.deepEqual(await told(product), [still.email], 'asked anew on the day of the mail')
})

test('there is one request per user and product, and it shows its end date', async () => {
  const product = await addProduct()
  const rep = await portal.addUser({ is_sales_rep: true })
  const answers = await Promise.all([ask(product._id, rep), ask(product._id, rep, 7), ask(product._id, rep, 7)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await ask(product._id, rep, 8)).status, 200)
  const [request, ...others] = await requestsOf(rep)
  assert.deepEqual([request?.productId, request?.quantity, request?.countInStock, others], [product._id, 8, 0, []])
  const days = (Date.parse(request?.endsAt ?? '') - Date.parse(request?.askedAt ?? '')) / 86_400_000
  assert.ok(days > 89.9 && days < 90.1)

  assert.equal((await ask(product._id, admin)).status, 403)
  assert.equal((await ask(product._id, null)).status, 401)
  assert.equal((await ask((await addProduct({ is_published: false }))._id, rep)).status, 404)
  assert.equal((await ask(admin._id, rep)).status, 404)
  for (const quantity of [0, -1, 1.5, 10_000]) assert.equal((await ask(product._id, rep, quantity)).status, 400)
  const plenty = await ask((await addProduct({ count_in_stock: 12 }))._id, rep, 12)
  assert.deepEqual([plenty.status, plenty.body.message], [409, 'There are 12 in stock now.'])
})

test('a request survives unpublishing, and the notification follows when the product is published again', async () => {
  const [product, quiet] = [await addProduct(), await addProduct()]
  const [buyer, many] = await addUsers(2)
  assert.ok(buyer && many)
  for (const one of [product, quiet]) assert.equal((await ask(one._id, buyer)).status, 200)
  assert.equal((await ask(product._id, many, 40)).status, 200)
  const versions = new Map([product, quiet].map(({ _id }) => [_id, 1]))
  const publish = async ({ _id }: { _id: string }, isPublished: boolean) => {
    const __v = versions.get(_id) ?? 0
    const { status } = await portal.call(productEditing.update, {
      params: { id: _id },
      body: { isPublished, description: 'A product', category: 'Oral', unitOfMeasure: 'BTL', __v },
      as: admin,
    })
    assert.equal(status, 200)
    versions.set(_id, __v + 1)
    await portal.worker.drain()
  }
  await publish(quiet, false)
  await publish(product, false)
  assert.deepEqual(await requestsOf(buyer), [])
  const { status } = await portal.call(productImport.importProducts, {
    body: [{ name: product.name, ndc: product.number, price: 5, countInStock: 12, Published: 'no' }],
    query: {},
    as: admin,
  })
  assert.equal(status, 200)
  await portal.worker.drain()
  assert.deepEqual(await told(product), [])
  const { version } = await db
    .selectFrom('product')
    .select('version')
    .where('id', '=', product._id)
    .executeTakeFirstOrThrow()
  versions.set(product._id, Number(version))
  await publish(product, true)
  await publish(quiet, true)
  assert.deepEqual(await told(product), [buyer.email])
  assert.deepEqual(await told(quiet), [])
  assert.equal((await requestsOf(buyer)).length, 2)
  assert.equal((await requestsOf(many)).length, 1)
})

test('a request ends with its product or its account, and ended requests are deleted', async () => {
  const [old, deleted, kept] = [await addProduct(), await addProduct(), await addProduct()]
  const buyer = await portal.addUser()
  for (const { _id } of [old, deleted, kept]) await ask(_id, buyer)
  assert.equal((await takeOff(old._id, buyer)).status, 200)
  assert.equal((await portal.call(productEditing.remove, { params: { id: deleted._id }, as: admin })).status, 200)
  assert.deepEqual(
    (await requestsOf(buyer)).map(({ name }) => name),
    [kept.name],
  )

  await age(old._id, 3)
  await db
    .updateTable('job')
    .set({ run_at: ago(0) })
    .where('kind', '=', 'portal.purge')
    .execute()
  await portal.worker.drain()
  const left = () => db.selectFrom('stock_request').select('product_id').where('user_id', '=', buyer._id).execute()
  assert.equal((await left()).length, 2)
  const removal = { params: { id: buyer._id }, query: { reason: 'Test' }, as: admin }
  assert.equal((await portal.call(users.remove, removal)).status, 200)
  assert.deepEqual(await left(), [])
})
