import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog, type ProductCard, type ProductPage } from '#catalog/contract.ts'

const product = (name: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  category: 'Cardiovascular',
  manufacturer: 'Lupin',
  price: 10,
  count_in_stock: 5,
  is_published: true,
  ...facts,
})

const fillers = Array.from({ length: 40 }, (_, at) =>
  product(`Filler ${at}`, { category: 'Supplies', price: 1_000 + at, ndc_number: `SUP-${at}`, is_item_number: true }),
)

const stock: NewProduct[] = [
  product('Lisinopril 10 mg Tablet, 100 ct bottle', {
    ndc_number: '68180-0980-01',
    price: 4.5,
    rating: 4.5,
    num_reviews: 2,
  }),
  product('Lisinopril 2.5 mg Tablet, 90 ct bottle', { ndc_number: '68180-0512-09', price: 3 }),
  product('Amoxicillin 500 mg Capsule', {
    ndc_number: '00093-3109-01',
    category: 'Anti-Infectives',
    manufacturer: 'Teva',
    price: 20,
  }),
  product('Januvia 100 mg Tablet', {
    ndc_number: '0006-0277-31',
    generic_name: 'Sitagliptin',
    category: 'Diabetes Care',
    price: 500,
  }),
  product('Humalog 100 units/mL Injection', {
    ndc_number: '00002-7510-01',
    category: 'Diabetes Care',
    cold_status: 'Refrigerated',
    dea_schedule: 'CIV',
    price: 90,
  }),
  product('Metformin 500 mg Tablet', { ndc_number: '65862-008-01', category: 'Diabetes Care', price: 2 }),
  product('Secretol 5 mg Tablet', { ndc_number: '12345-6789-12', category: 'Secret category', is_published: false }),
  product('Wasol 100% pure_water', { ndc_number: '12345-6789-13', category: 'IV Fluids' }),
]

const portal = await startTestPortal()
await addProducts(portal.db, [...fillers, ...stock])

const search = async (query: Record<string, string>, as: TestUser | null = null): Promise<ProductPage> => {
  const { status, body } = await portal.call(catalog.search, { query, as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const names = ({ products }: { products: ProductCard[] }) => products.map(({ name }) => name.split(' ')[0])

test('without filters all published products are listed, newest first, twelve per page', async () => {
  const page = await search({})
  assert.deepEqual([page.countProducts, page.pages, page.page, page.products.length], [47, 4, 1, 12])
  assert.equal(page.meant, '')
})

test('category, cold chain, price range and rating filters work alone and together', async () => {
  assert.deepEqual(names(await search({ category: 'Diabetes Care', order: 'lowest' })), [
    'Metformin',
    'Humalog',
    'Januvia',
  ])
  assert.deepEqual(names(await search({ cold: 'true' })), ['Humalog'])
  assert.deepEqual(names(await search({ storage: 'Refrigerated' })), ['Humalog'])
  assert.deepEqual(names(await search({ storage: 'Frozen' })), [])
  assert.deepEqual(names(await search({ schedule: 'CIV' })), ['Humalog'])
  const { body: counts } = await portal.call(catalog.facets, {
    query: { schedule: 'CIV', category: 'Diabetes Care' },
  })
  assert.deepEqual(
    [counts.schedule, counts.storage],
    [[{ value: 'CIV', count: 1 }], [{ value: 'Refrigerated', count: 1 }]],
  )
  assert.deepEqual(names(await search({ price: '2-4', order: 'highest' })), ['Lisinopril', 'Metformin'])
  assert.deepEqual(names(await search({ price: '400-600' })), ['Januvia'])
  assert.deepEqual(names(await search({ price: '-2.5' })), ['Metformin'])
  assert.deepEqual(names(await search({ rating: '4' })), ['Lisinopril'])
  assert.deepEqual(names(await search({ category: 'Diabetes Care', price: '50-100', cold: 'true', query: 'units' })), [
    'Humalog',
  ])
  assert.equal((await search({ category: 'No such' })).countProducts, 0)
})

test('sorts by cheapest, most expensive and best rated', async () => {
  assert.equal(names(await search({ order: 'lowest' }))[0], 'Metformin')
  assert.equal((await search({ order: 'highest' })).products[0]?.price, 1_039)
  assert.equal((await search({ order: 'toprated' })).products[0]?.rating, 4.5)
  assert.equal((await search({ order: 'featured' })).products[0]?.numReviews, 2)
})

test('invalid values fall back to the default', async () => {
  const plain = await search({})
  for (const query of [
    { viewCount: '13' },
    { viewCount: 'x' },
    { page: '0' },
    { page: '-3' },
    { page: 'abc' },
    { order: 'sideways' },
    { price: 'cheap' },
    { price: '-' },
    { price: "1' or 1=1--" },
    { rating: 'good' },
    { cold: 'maybe' },
    { category: '' },
    { query: '  ' },
    { isAdmin: 'true' },
  ])
    assert.deepEqual(await search(query), plain, JSON.stringify(query))
})

test('pages of 24 and 36, and a page past the end returns the last page', async () => {
  assert.equal((await search({ viewCount: '36' })).products.length, 36)
  const last = await search({ viewCount: '24', page: '2' })
  assert.deepEqual([last.products.length, last.page, last.pages], [23, 2, 2])
  for (const page of ['3', '999999999', '9007199254740991'])
    assert.deepEqual(await search({ viewCount: '24', page }), last)
  const all = await Promise.all([1, 2, 3, 4].map((page) => search({ page: String(page) })))
  assert.equal(new Set(all.flatMap(({ products }) => products.map(({ _id }) => _id))).size, 47)
})

test('words match in any order and case, in name, generic name and manufacturer', async () => {
  assert.deepEqual(names(await search({ query: 'TABLET lupin 10 lisin' })), ['Lisinopril'])
  assert.deepEqual(names(await search({ query: 'sitagliptin' })), ['Januvia'])
  assert.deepEqual(names(await search({ query: 'amoxicillin 500mg' })), ['Amoxicillin'])
  assert.equal((await search({ query: 'amoxicillin lupin' })).countProducts, 0)
})

test('names that begin with the text come first, unless another order is chosen', async () => {
  assert.deepEqual((await search({ query: 'lisinopril 2.5' })).countProducts, 1)
  assert.equal(names(await search({ query: '100 mg' }))[0], 'Januvia')
  assert.equal(names(await search({ query: 'tablet mg lis' }))[0], 'Lisinopril')
  assert.deepEqual(names(await search({ query: 'mg tablet', order: 'lowest' })), [
    'Metformin',
    'Lisinopril',
    'Lisinopril',
    'Januvia',
  ])
})

test('an NDC finds its product in every notation', async () => {
  for (const query of [
    '0006-0277-31',
    '00006-0277-31',
    '00006027731',
    '0006027731',
    'NDC 0006-0277-31',
    '00006 0277 31',
  ])
    assert.deepEqual(names(await search({ query })), ['Januvia'], query)
  for (const slug of ['00006-0277-31', '0006-0277-31', '00006027731', '0006027731', '65862-0008-01', '65862-008-01']) {
    const { status, body } = await portal.call(catalog.bySlug, { params: { slug } })
    assert.equal(status, 200, slug)
    assert.match(body.name, /^(Januvia|Metformin)/)
  }
})

test('a product without an NDC is found by its item number', async () => {
  assert.deepEqual(
    (await search({ query: 'sup-17' })).products.map(({ ndcNumber }) => ndcNumber),
    ['SUP-17'],
  )
  assert.equal((await portal.call(catalog.bySlug, { params: { slug: 'SUP-17' } })).body.name, 'Filler 17')
})

test('typos are corrected if nothing matches', async () => {
  for (const [query, name] of [
    ['lisinoprl', 'Lisinopril'],
    ['amoxicilin 500', 'Amoxicillin'],
    ['janvia tablet', 'Januvia'],
  ] as const) {
    const page = await search({ query })
    assert.deepEqual([page.meant !== '', names(page)[0]], [true, name], query)
  }
  const nothing = await search({ query: 'zzzyyyxxx' })
  assert.deepEqual([nothing.meant, nothing.countProducts, nothing.pages, nothing.page], ['', 0, 0, 1])
})

test('LIKE wildcards are ordinary characters', async () => {
  assert.deepEqual(names(await search({ query: '100%' })), ['Wasol'])
  assert.deepEqual(names(await search({ query: 'e_w' })), ['Wasol'])
  for (const query of ['%', '_', '%%%', '___', 'lisin%tablet', 'lisinopri_', '\\', '()', '💊'])
    assert.equal((await search({ query })).countProducts, 0, query)
})

test('hostile texts never fail a listing', async () => {
  for (const text of [
    'x'.repeat(4_000),
    'a\u0000b',
    '\u0000',
    "'; drop table product; --",
    '"\'`$1',
    '💊💊',
    '\ud83d',
    '{"a":1}',
    '%%%%%%%%',
  ])
    for (const key of ['query', 'category', 'price', 'rating', 'order', 'page', 'viewCount', 'cold'])
      await search({ [key]: text })
  for (const slug of ['%00', 'x'.repeat(299), "'%20or%201=1", '%F0%9F%92%8A'])
    assert.equal((await portal.send({ method: 'GET', url: `/api/products/slug/${slug}` })).status, 404, slug)
  assert.equal((await portal.send({ method: 'GET', url: '/api/products/not-a-uuid' })).status, 400)
})

test('counts follow catalog changes', async () => {
  const before = (await search({ query: 'newcomer' })).countProducts
  await addProducts(portal.db, [product('Newcomer 5 mg')])
  assert.deepEqual([before, (await search({ query: 'newcomer' })).countProducts], [0, 1])
})
