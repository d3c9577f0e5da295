import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { buy } from '#catalog/testing-orders.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'

const portal = await startTestPortal()

const drug = (name: string, genericName: string, countInStock: number) => ({
  name,
  generic_name: genericName,
  is_published: true,
  price: 5,
  count_in_stock: countInStock,
})
// The later product is newer and therefore first if nothing else decides.
const added = await addProducts(
  portal.db,
  [
    drug('Hydralazine 25 mg Tablet, 100', 'Hydralazine', 50),
    drug('Hydralazine 25 mg Tablet, 500', 'Hydralazine', 2),
    drug('Hydralazine 25 mg Tablet, 1000', 'Hydralazine', 50),
    drug('Hydroxyzine 25 mg Tablet, 100', 'Hydroxyzine', 50),
    drug('Amlodipine and Benazepril 5-10 mg Capsule', 'Amlodipine and Benazepril', 50),
    drug('Amlodipine 5 mg Tablet', 'Amlodipine', 50),
  ].map((product, at) => ({ ...product, created_at: new Date(Date.UTC(2026, 0, 1 + at)) })),
)
const idOf = (at: number): string => added[at]?._id ?? ''

const buyer = await portal.addUser()
const neighbour = await portal.addUser()
// Includes hydroxyzine and the combination: order history must not outrank a better match.
const lines = [0, 1, 3, 4].map((at) => ({ _id: idOf(at), quantity: at === 1 ? 2 : 1 }))
assert.equal(await buy(portal, buyer, lines), 201)

const search = async (query: string, as: TestUser | null) =>
  (await portal.call(catalog.search, { query: { query }, as })).body

const found = async (query: string, as: TestUser | null) =>
  (await search(query, as)).products.map(({ _id }) => added.findIndex((one) => one._id === _id))

test('among equal matches, ordered products come first, before products that are out of stock', async () => {
  assert.deepEqual(await found('hydralazine', neighbour), [2, 0, 1])
  assert.deepEqual(await found('hydralazine', buyer), [0, 2, 1])
  assert.deepEqual(await found('hydralazine', null), [2, 0, 1])
})

test('order history does not outrank better matches or add other drugs', async () => {
  assert.deepEqual(await found('amlodipine', buyer), [5, 4])
  assert.deepEqual(await found('hydralazine 25 mg 1000', buyer), [2])
  assert.deepEqual(await found('hydroxyzine', buyer), [3])
})

test('suggestions use the same ranking, and a chosen sort order ignores it', async () => {
  const { body } = await portal.call(catalog.suggest, { query: { query: 'hydralaz' }, as: buyer })
  assert.equal(body.products[0]?._id, idOf(0))
  const newest = await portal.call(catalog.search, { query: { query: 'hydralazine', order: 'highest' }, as: buyer })
  const plain = await portal.call(catalog.search, { query: { query: 'hydralazine', order: 'highest' }, as: null })
  assert.deepEqual(
    newest.body.products.map(({ _id }) => _id),
    plain.body.products.map(({ _id }) => _id),
  )
})

test('cards show “ordered before” only to that business', async () => {
  const marked = async (as: TestUser | null) =>
    (await search('hydralazine', as)).products.flatMap(({ _id, isOrderedBefore }) => (isOrderedBefore ? [_id] : []))
  assert.deepEqual(await marked(buyer), [idOf(0), idOf(1)])
  for (const as of [neighbour, null]) assert.deepEqual(await marked(as), [])
})

test('canceled orders do not count', async () => {
  const other = await portal.addUser()
  assert.equal(await buy(portal, other, [{ _id: idOf(0), quantity: 1 }]), 201)
  await portal.db.updateTable('sales_order').set({ is_cancelled: true }).where('placed_by', '=', other._id).execute()
  assert.deepEqual(await found('hydralazine', other), [2, 0, 1])
})
