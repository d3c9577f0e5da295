import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { contractPrices } from '#pricing/contract.ts'
import { startTestPortal, type TestPortal, type TestUser } from '#portal/testing.ts'

const named = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((name, at) => ({
  name: `${name} tablet`,
  ndc_number: `55555-000${at}-01`,
  category: at < 3 ? 'Low' : 'High',
  price: 10 * (at + 1),
  is_published: true,
  created_at: new Date(Date.UTC(2026, 0, 9 - at)),
}))

const fill = async (portal: TestPortal) => {
  const added = await addProducts(portal.db, named)
  const admin = await portal.addUser({ is_admin: true })
  const buyer = await portal.addUser()
  const agree = async (at: number, price: number | null, list: 'general' | 'trulla' = 'general') => {
    const productId = added[at]?._id ?? ''
    const sent = { params: { id: buyer._id }, body: { productId, list, price }, as: admin }
    assert.equal((await portal.call(contractPrices.setCustomerPrice, sent)).status, 200)
  }
  return { admin, buyer, agree }
}

const portal = await startTestPortal()
const { admin, buyer, agree } = await fill(portal)
const other = await portal.addUser()
// Epsilon for 5 instead of 50, Alpha for 35 instead of 10. The Trulla list does not apply.
await agree(4, 5)
await agree(0, 35)
await agree(1, 1, 'trulla')

const listed = async (query: Record<string, string>, as: TestUser | null = buyer) => {
  const { body } = await portal.call(catalog.search, { query, as })
  assert.equal(body.countProducts, body.products.length)
  return body.products.map(({ name }) => name.split(' ')[0])
}

test('lowest and highest sort by the buyer’s price, with and without text', async () => {
  for (const query of [{}, { query: 'tablet' }] as Record<string, string>[]) {
    const cheapest = ['Epsilon', 'Beta', 'Gamma', 'Alpha', 'Delta']
    assert.deepEqual(await listed({ ...query, order: 'lowest' }), cheapest)
    assert.deepEqual(await listed({ ...query, order: 'highest' }), cheapest.toReversed())
  }
})

test('other users see the order of list prices', async () => {
  for (const as of [other, admin, null])
    assert.deepEqual(await listed({ order: 'lowest' }, as), ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
})

test('the price filter and its counts use the buyer’s price', async () => {
  assert.deepEqual(await listed({ price: '0-20', order: 'lowest' }), ['Epsilon', 'Beta'])
  assert.deepEqual(await listed({ price: '35-35' }), ['Alpha'])
  assert.deepEqual(await listed({ price: '45-60' }), [])
  assert.deepEqual(await listed({ price: '0-20', query: 'tablet', order: 'highest' }), ['Beta', 'Epsilon'])
  assert.deepEqual(await listed({ price: '0-20' }, other), ['Alpha', 'Beta'])
  const counted = async (as: TestUser) =>
    (await portal.call(catalog.facets, { query: { price: '0-20' }, as })).body.category
  assert.deepEqual(await counted(buyer), [
    { value: 'High', count: 1 },
    { value: 'Low', count: 1 },
  ])
  assert.deepEqual(await counted(other), [{ value: 'Low', count: 2 }])
})

test('adding or removing a contract price re-sorts immediately', async () => {
  await agree(2, 0.5)
  assert.equal((await listed({ order: 'lowest' }))[0], 'Gamma')
  await agree(2, null)
  assert.equal((await listed({ order: 'lowest' }))[0], 'Epsilon')
})

test('pages sorted by contract prices are contiguous', async () => {
  await addProducts(
    portal.db,
    Array.from({ length: 40 }, (_, at) => ({ name: `Filler ${at}`, price: 20 + (at % 5), is_published: true })),
  )
  const pages = await Promise.all(
    [1, 2, 3, 4].map(
      async (page) => (await portal.call(catalog.search, { query: { order: 'lowest', page }, as: buyer })).body,
    ),
  )
  const cards = pages.flatMap(({ products }) => products)
  const paid = cards.map(({ price, customPricingList: [own] }) => own?.price ?? price ?? 0)
  assert.deepEqual([cards.length, pages[0]?.countProducts, pages[0]?.pages], [45, 45, 4])
  assert.equal(new Set(cards.map(({ _id }) => _id)).size, 45)
  assert.deepEqual(
    paid,
    paid.toSorted((one, next) => one - next),
  )
})

test('when prices are hidden, visitors can’t sort or filter by price; signed-in users can', async () => {
  const closed = await startTestPortal({ environment: { PRICES: 'signed-in' } })
  const there = await fill(closed)
  await there.agree(4, 5)
  const names = async (query: Record<string, string>, as: TestUser | null) =>
    (await closed.call(catalog.search, { query, as })).body.products.map(({ name }) => name.split(' ')[0])
  const newest = await names({}, null)
  assert.deepEqual(await names({ order: 'lowest', price: '0-7' }, null), newest)
  assert.deepEqual(await names({ order: 'lowest', price: '0-7' }, there.buyer), ['Epsilon'])
})
