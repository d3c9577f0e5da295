import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { contractPrices } from '#pricing/contract.ts'
import { listing } from '#pricing/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'

const portal = await startTestPortal()
const { day } = portal
const { addList } = listing(portal)

const names = ['Own', 'Listed', 'Tiered', 'Ended', 'Trulla', 'Plain']
const added = await addProducts(
  portal.db,
  names.map((name) => ({ name: `${name} tablet`, category: 'Oral', price: 10, is_published: true })),
)
const packed = { name: 'Packol 10 mg/mL', price: 10, is_published: true }
const idOf = (name: string): string => added[names.indexOf(name)]?._id ?? ''

const [admin, buyer, neighbour] = [
  await portal.addUser({ is_admin: true }),
  await portal.addUser(),
  await portal.addUser(),
]
for (const [name, list] of [
  ['Own', 'general'],
  ['Trulla', 'trulla'],
] as const)
  await portal.call(contractPrices.setCustomerPrice, {
    params: { id: buyer._id },
    body: { productId: idOf(name), list, price: 4 },
    as: admin,
  })
const businesses = [buyer.businessId]
await addList({ businesses, entries: [{ product: idOf('Listed'), percentOff: 5 }] })
await addList({ businesses, entries: [{ product: idOf('Tiered'), from: 10, price: 8 }] })
await addList({ businesses, valid_from: day(-9), valid_to: day(-1), entries: [{ product: idOf('Ended'), price: 8 }] })

const listed = async (query: Record<string, string>, as: TestUser | null) => {
  const { products } = (await portal.call(catalog.search, { query: { contract: 'true', ...query }, as })).body
  return products.map(({ name }) => name.split(' ')[0]).toSorted()
}

test('only products with an active contract price of the business are listed, with and without text', async () => {
  for (const query of [{}, { query: 'tablet' }, { query: 'tablet', order: 'lowest' }, { price: '0-10' }])
    assert.deepEqual(await listed(query, buyer), ['Listed', 'Own', 'Tiered'])
  assert.deepEqual(await listed({ price: '0-5' }, buyer), ['Own'])
})

test('the contract filter does not reveal the contracts of others', async () => {
  for (const as of [neighbour, admin, null]) assert.deepEqual(await listed({}, as), [])
})

test('the contract filter affects other counts and combines with favorites', async () => {
  const { body } = await portal.call(catalog.facets, { query: { contract: 'true' }, as: buyer })
  assert.deepEqual(body.category, [{ value: 'Oral', count: 3 }])
  for (const name of ['Own', 'Plain'])
    await portal.db
      .insertInto('favourite')
      .values({ user_id: buyer._id, product_id: idOf(name) })
      .execute()
  assert.deepEqual(await listed({ favourites: 'true' }, buyer), ['Own'])
})

test('packs filter by containers and contents, with counts', async () => {
  const [vials, one] = await addProducts(portal.db, [
    { ...packed, pack_size: 'Carton of 10 vials, 2 mL each', pack_quantity: 20, pack_unit: 'mL' },
    { ...packed, pack_size: '20 mL vial', pack_quantity: 20, pack_unit: 'mL' },
    packed,
  ])
  const idsOf = async (pack: string) => {
    const { body } = await portal.call(catalog.search, { query: { query: 'packol', pack } })
    return body.products.map(({ _id }) => _id)
  }
  assert.deepEqual(await idsOf('10 x 2 mL'), [vials?._id])
  assert.deepEqual(await idsOf('20 mL'), [one?._id])
  assert.deepEqual(await idsOf('2 mL'), [])
  const packs = async (query: Record<string, string>) => (await portal.call(catalog.facets, { query })).body.pack
  const both = [
    { value: '10 x 2 mL', count: 1 },
    { value: '20 mL', count: 1 },
  ]
  assert.deepEqual(await packs({ query: 'packol' }), both)
  assert.deepEqual(await packs({ query: 'packol', pack: '20 mL' }), both)
})
