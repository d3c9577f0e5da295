import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { addProducts, type NewProduct } from './add-products.ts'
import { catalog, type ProductCard, type ProductPage } from './contract.ts'

const product = (name: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  category: 'Cardiovascular',
  manufacturer: 'Lupin',
  price: 10,
  count_in_stock: 5,
  is_published: true,
  ...facts,
})

const stock: NewProduct[] = [
  product('Lisinopril 10 mg Tablet, 100 ct bottle', { ndc_number: '68180-0980-01', price: 4.5 }),
  product('Januvia 100 mg Tablet', { ndc_number: '0006-0277-31', price: 500 }),
  product('Secretol 5 mg Tablet', { ndc_number: '12345-6789-12', category: 'Secret category', is_published: false }),
]

const portal = await startTestPortal()
const added = await addProducts(portal.db, stock)
const idOf = (name: string) => added[stock.findIndex((one) => one.name.startsWith(name))]?._id ?? ''

const ann = await portal.addUser({ email: 'ann@acme.example', company_name: 'Acme' })
const bob = await portal.addUser({ email: 'bob@rival.example', company_name: 'Rival' })
const admin = await portal.addUser({ is_admin: true })
await portal.db
  .insertInto('contract_price')
  .values([
    { product_id: idOf('Lisinopril 10'), business_id: ann.businessId, list: 'general', price: 3.21 },
    { product_id: idOf('Lisinopril 10'), business_id: ann.businessId, list: 'trulla', price: 2.22 },
    { product_id: idOf('Lisinopril 10'), business_id: bob.businessId, list: 'general', price: 1.11 },
  ])
  .execute()
await portal.db
  .insertInto('favourite')
  .values({ user_id: bob._id, product_id: idOf('Lisinopril 10') })
  .execute()

const search = async (query: Record<string, string>, as: TestUser | null = null): Promise<ProductPage> => {
  const { status, body } = await portal.call(catalog.search, { query, as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const names = ({ products }: { products: ProductCard[] }) => products.map(({ name }) => name.split(' ')[0])

test('only admins see drafts, and deleted products are visible to no one', async () => {
  const draft = idOf('Secretol')
  for (const as of [null, ann]) {
    assert.equal((await search({ query: 'secretol' }, as)).countProducts, 0)
    assert.equal((await portal.call(catalog.bySlug, { params: { slug: '12345-6789-12' }, as })).status, 404)
    assert.equal((await portal.call(catalog.byId, { params: { id: draft }, as })).status, 404)
    assert.ok(!(await portal.call(catalog.categories, { as })).body.includes('Secret category'))
  }
  assert.equal(
    (await portal.call(catalog.searchAsAdmin, { query: { query: 'secretol' }, as: admin })).body.countProducts,
    1,
  )
  assert.equal((await portal.call(catalog.byId, { params: { id: draft }, as: admin })).body.isPublished, false)
  assert.ok((await portal.call(catalog.categories, { as: admin })).body.includes('Secret category'))
  assert.equal((await portal.call(catalog.searchAsAdmin, { query: {}, as: ann })).status, 403)
  assert.equal((await portal.call(catalog.searchAsAdmin, { query: {} })).status, 401)

  const [gone] = await addProducts(portal.db, [
    product('Goneol', { slug: 'goneol', deleted_at: new Date() } as Partial<NewProduct>),
  ])
  assert.equal(
    (await portal.call(catalog.searchAsAdmin, { query: { query: 'goneol' }, as: admin })).body.countProducts,
    0,
  )
  assert.equal((await portal.call(catalog.byId, { params: { id: gone?._id ?? '' }, as: admin })).status, 404)
})

test('customers never receive another customer’s price or favorites', async () => {
  const calls = (as: TestUser | null) => [
    portal.call(catalog.search, { query: { query: 'lisinopril' }, as }),
    portal.call(catalog.bySlug, { params: { slug: '68180-0980-01' }, as }),
    portal.call(catalog.byId, { params: { id: idOf('Lisinopril 10') }, as }),
  ]
  for (const [as, own, others] of [
    [null, [], ['3.21', '1.11', '2.22', 'ann@', 'bob@']],
    [ann, ['3.21'], ['1.11', 'bob@', 'Rival']],
    [bob, ['1.11', 'bob@'], ['3.21', '2.22', 'ann@', 'Acme']],
  ] as const)
    for (const { raw } of await Promise.all(calls(as))) {
      for (const text of own) assert.ok(raw.body.includes(text), text)
      for (const text of others) assert.ok(!raw.body.includes(text), text)
    }
  const [found, one] = await Promise.all(calls(admin))
  assert.ok(!found?.raw.body.includes('3.21'))
  for (const text of ['3.21', '2.22', '1.11', 'ann@acme.example', 'bob@rival.example'])
    assert.ok(one?.raw.body.includes(text), text)
})

test('a custom price comes with its business and the list price', async () => {
  const { body } = await portal.call(catalog.bySlug, { params: { slug: '68180-0980-01' }, as: ann })
  assert.equal(body.price, 4.5)
  assert.deepEqual(body.customPricingList, [
    { userId: ann._id, email: 'ann@acme.example', company: 'Acme', name: 'Test', price: 3.21 },
  ])
  assert.equal(body.customPricingListTrulla[0]?.price, 2.22)
})

test('two products don’t get the same slug', async () => {
  const [one, other] = await addProducts(portal.db, [product('Twin Gauze'), product('Twin Gauze')])
  assert.equal(one?.slug, 'twin-gauze')
  assert.notEqual(other?.slug, one?.slug)
})

test('when prices are hidden, visitors can’t see, filter or sort by them', async () => {
  const closed = await startTestPortal({ environment: { PRICES: 'signed-in' } })
  await addProducts(closed.db, stock)
  const buyer = await closed.addUser()
  const find = async (query: Record<string, string>, as: TestUser | null) =>
    (await closed.call(catalog.search, { query, as })).body
  const plain = await find({}, null)
  assert.deepEqual([...new Set(plain.products.map(({ price }) => price))], [null])
  for (const query of [{ price: '400-600' }, { order: 'lowest' }, { order: 'highest' }])
    assert.deepEqual(await find(query, null), plain)
  assert.deepEqual(names(await find({ price: '400-600' }, buyer)), ['Januvia'])
  const bySlug = (as: TestUser | null) => closed.call(catalog.bySlug, { params: { slug: '00006-0277-31' }, as })
  assert.deepEqual([(await bySlug(null)).body.price, (await bySlug(buyer)).body.price], [null, 500])
})
