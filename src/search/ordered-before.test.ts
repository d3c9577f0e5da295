import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { buy } from '#catalog/testing-orders.ts'
import { moveOrders } from '#orders/assign-orders.ts'
import { orders } from '#orders/contract.ts'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { compactSales } from '#reports/compact-sales.ts'
import { countOrders } from '#reports/count-orders.ts'
import { businessDay } from '#shared/business-day.ts'

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

const markedIn = async (query: Record<string, string>, as: TestUser) => {
  const { body } = await portal.call(catalog.search, { query, as })
  return body.products.flatMap(({ _id, isOrderedBefore }) => (isOrderedBefore ? [idAt(_id)] : [])).toSorted()
}
const idAt = (id: string) => added.findIndex(({ _id }) => _id === id)

test('listings mark a product as soon as it is ordered, and no longer once every order of it is canceled', async () => {
  const other = await portal.addUser()
  assert.deepEqual(await markedIn({}, other), [])
  for (const times of [1, 2]) assert.equal(await buy(portal, other, [{ _id: idOf(0), quantity: times }]), 201)
  assert.equal(await buy(portal, other, [{ _id: idOf(2), quantity: 1 }]), 201)
  assert.deepEqual(await markedIn({}, other), [0, 2])
  const admin = await portal.addUser({ is_admin: true })
  const placed = await portal.db
    .selectFrom('sales_order')
    .innerJoin('order_line', 'order_id', 'sales_order.id')
    .select('order_id')
    .where('placed_by', '=', other._id)
    .where('product_id', '=', idOf(0))
    .execute()
  const [first, second] = placed.map(({ order_id: id }) => id)
  const cancel = (id = '') => portal.call(orders.remove, { params: { id }, query: { reason: 'Test' }, as: admin })
  assert.equal((await cancel(first)).status, 200)
  assert.deepEqual(await markedIn({}, other), [0, 2])
  assert.equal((await cancel(second)).status, 200)
  assert.deepEqual(await markedIn({}, other), [2])
  assert.deepEqual(await found('hydralazine', other), [2, 0, 1])
})

test('cards name the day of the latest order that was not canceled', async () => {
  const other = await portal.addUser()
  const [early, late] = [portal.daysAgo(40), portal.daysAgo(3)]
  for (const [at, quantity] of [
    [early, 1],
    [late, 2],
  ] as const) {
    assert.equal(await buy(portal, other, [{ _id: idOf(0), quantity }]), 201)
    await portal.db
      .updateTable('sales_order')
      .set({ created_at: at })
      .where('placed_by', '=', other._id)
      .where('created_at', '>', portal.daysAgo(1))
      .execute()
  }
  const shownDay = async () =>
    (await search('hydralazine', other)).products.find(({ _id }) => _id === idOf(0))?.lastOrderedOn
  const dayOf = (at: Date) => businessDay(portal.config.BUSINESS_TIME_ZONE, at)
  assert.equal(await shownDay(), dayOf(late))
  const latest = await portal.db
    .selectFrom('sales_order')
    .select('id')
    .where('placed_by', '=', other._id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const admin = await portal.addUser({ is_admin: true })
  const { status } = await portal.call(orders.remove, {
    params: { id: latest.id },
    query: { reason: 'Test' },
    as: admin,
  })
  assert.equal(status, 200)
  assert.equal(await shownDay(), dayOf(early))
  for (const as of [neighbour, null])
    assert.ok((await search('hydralazine', as)).products.every(({ lastOrderedOn }) => lastOrderedOn === undefined))
})

test('a user who joins another business takes their orders along', async () => {
  const [mover, stayer] = [await portal.addUser(), await portal.addUser()]
  assert.equal(await buy(portal, mover, [{ _id: idOf(5), quantity: 1 }]), 201)
  assert.deepEqual(await markedIn({}, stayer), [])
  await transaction(portal.db, (tx) =>
    moveOrders(tx, { userId: mover._id, from: mover.businessId, to: stayer.businessId }, countOrders),
  )
  assert.deepEqual(await markedIn({}, stayer), [5])
  assert.deepEqual(await markedIn({}, mover), [])
})

test('compacting the totals changes no mark', async () => {
  const before = await markedIn({}, buyer)
  await compactSales(portal.db)
  assert.deepEqual(await markedIn({}, buyer), before)
  assert.ok(before.length > 0)
})
