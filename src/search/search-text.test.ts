import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog, type ProductCard } from '#catalog/contract.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { countPurchases } from '#reordering/habits/count-purchases.ts'
import { businessDay } from '#shared/business-day.ts'
import { newId } from '#platform/db/new-id.ts'

const product = (name: string, brand: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  brand,
  manufacturer: 'Lupin',
  category: 'Cardiovascular',
  price: 10,
  count_in_stock: 5,
  is_published: true,
  ...facts,
})

const portal = await startTestPortal()
const shelf = [
  product('Lisinopril 10 mg Tablet, 100 ct bottle', 'Lisinopril', { ndc_number: '68180-0980-01' }),
  product('Lisinopril 100 mg Tablet, 10 ct bottle', 'Lisinopril', { count_in_stock: 0 }),
  product('Lisinopril and Hydrochlorothiazide 10/12.5 mg Tablet', 'Lisinopril and Hydrochlorothiazide', {
    manufacturer: 'Teva Pharmaceuticals',
  }),
  product('Zestril 10 mg Tablet', 'Zestril', { generic_name: 'Lisinopril', manufacturer: 'Almatica' }),
  product('Amoxicillin 500 mg Capsule', 'Amoxicillin', { category: 'Anti-Infectives' }),
  product('Amoxicillin 400 mg/5 mL Oral Suspension', 'Amoxicillin', {
    category: 'Anti-Infectives',
    cold_status: 'Refrigerated',
    is_non_stocked: true,
    count_in_stock: 0,
  }),
  product('Metformin Hydrochloride 500 mg ER Tablet', 'Metformin Hydrochloride', { category: 'Diabetes Care' }),
  product('Norco 5/325 mg Tablet', 'Norco', { generic_name: 'Hydrocodone and Acetaminophen' }),
  product('Levothyroxine Sodium 50 mcg Tablet', 'Levothyroxine Sodium', { category: 'Endocrine' }),
  product('Toprol-XL 25 mg ER Tablet', 'Toprol-XL', { generic_name: 'Metoprolol Succinate' }),
  product('Hydrocortisone 1% Cream', 'Hydrocortisone', { category: 'Dermatology' }),
  product('Tab-A-Vite', 'Tab-A-Vite', { category: 'Vitamins' }),
  product('Secretol 5 mg Tablet', 'Secretol', { is_published: false, category: 'Secret', manufacturer: 'Hidden' }),
  product('Twinol 5 mg Tablet, 30 ct', 'Twinol'),
  product('Twinol 5 mg Tablet, 90 ct', 'Twinol', { created_at: new Date('2020-01-01') }),
]
const added = await addProducts(
  portal.db,
  shelf.map((one, at) => ({ created_at: new Date(Date.UTC(2026, 0, 28 - at)), ...one })),
)
const buyer = await portal.addUser()
const admin = await portal.addUser({ is_admin: true })

const search = async (query: string, filters: Record<string, string> = {}, as: TestUser | null = null) =>
  (await portal.call(catalog.search, { query: { query, ...filters }, as })).body
const names = ({ products }: { products: ProductCard[] }) => products.map(({ name }) => name)
const first = async (query: string) => names(await search(query))[0]

const firsts: [query: string, name: string][] = [
  ['lisinopril 10', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
  ['10mg lisinopril tab', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
  ['lisinopril 100 mg', 'Lisinopril 100 mg Tablet, 10 ct bottle'],
  ['lisinopril hctz', 'Lisinopril and Hydrochlorothiazide 10/12.5 mg Tablet'],
  ['teva lisinopril', 'Lisinopril and Hydrochlorothiazide 10/12.5 mg Tablet'],
  ['zestril', 'Zestril 10 mg Tablet'],
  ['almatica lisinopril', 'Zestril 10 mg Tablet'],
  ['amoxicillin susp', 'Amoxicillin 400 mg/5 mL Oral Suspension'],
  ['amox 500 cap', 'Amoxicillin 500 mg Capsule'],
  ['metformin hcl xr', 'Metformin Hydrochloride 500 mg ER Tablet'],
  ['metformin extended release', 'Metformin Hydrochloride 500 mg ER Tablet'],
  ['norco 5-325', 'Norco 5/325 mg Tablet'],
  ['hydrocodone apap 325 mg', 'Norco 5/325 mg Tablet'],
  ['levothyroxine 0.05 mg', 'Levothyroxine Sodium 50 mcg Tablet'],
  ['levothyroxine .05mg', 'Levothyroxine Sodium 50 mcg Tablet'],
  ['toprol xl', 'Toprol-XL 25 mg ER Tablet'],
  ['hydrocortisone 1 % crm', 'Hydrocortisone 1% Cream'],
  ['tab-a-vite', 'Tab-A-Vite'],
  ['lisino pril 100', 'Lisinopril 100 mg Tablet, 10 ct bottle'],
  ['68180-980', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
  ['6818009', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
  ['0980-01', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
  ['NDC 68180-980-01', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
]

for (const [query, name] of firsts)
  test(`${query} finds ${name} first`, async () => {
    assert.equal(await first(query), name)
  })

test('abbreviations don’t hide products with that name', async () => {
  const found = names(await search('tab'))
  assert.ok(found.includes('Tab-A-Vite'))
  assert.ok(found.includes('Zestril 10 mg Tablet'))
})

test('the brand itself ranks before names that contain it, and in-stock products first', async () => {
  assert.deepEqual(names(await search('lisinopril')), [
    'Lisinopril 10 mg Tablet, 100 ct bottle',
    'Lisinopril 100 mg Tablet, 10 ct bottle',
    'Zestril 10 mg Tablet',
    'Lisinopril and Hydrochlorothiazide 10/12.5 mg Tablet',
  ])
})

test('equal matches rank by units sold, then by age', async () => {
  assert.equal(await first('twinol'), 'Twinol 5 mg Tablet, 30 ct')
  const month = portal.day().slice(0, 7)
  for (const period of [month, month.slice(0, 4)])
    await sql`
      insert into sales_pending (scope, key, period, orders, sales, pieces)
      values ('product', ${added.at(-1)?._id}, ${period}, 7, 70, 7)`.execute(portal.db)
  assert.equal(await countPurchases(portal.db, businessDay(portal.config.BUSINESS_TIME_ZONE)), 1)
  assert.equal(await first('twinol'), 'Twinol 5 mg Tablet, 90 ct')
  assert.equal(await countPurchases(portal.db, businessDay(portal.config.BUSINESS_TIME_ZONE)), 0)
})

test('corrections keep the user’s notation', async () => {
  for (const [typed, meant, name] of [
    ['Lisinoprl 10mg', 'lisinopril 10mg', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
    ['zestirl', 'zestril', 'Zestril 10 mg Tablet'],
    ['Teva lissinopril', 'Teva lisinopril', 'Lisinopril and Hydrochlorothiazide 10/12.5 mg Tablet'],
    ['lisinopril10mg', 'lisinopril 10 mg', 'Lisinopril 10 mg Tablet, 100 ct bottle'],
    ['metforminhydrochloride', 'metformin hydrochloride', 'Metformin Hydrochloride 500 mg ER Tablet'],
    ['amoxycilin susp', 'amoxicillin susp', 'Amoxicillin 400 mg/5 mL Oral Suspension'],
  ] as const) {
    const page = await search(typed)
    assert.deepEqual([page.meant, names(page)[0]], [meant, name], typed)
  }
  const exact = await search('zestril')
  assert.equal(exact.meant, '')
  const nothing = await search('zzzyyyxxx')
  assert.deepEqual([nothing.meant, nothing.offers, nothing.countProducts], ['', [], 0])
})

test('a drug that is not carried does not match another drug', async () => {
  for (const name of ['clarithromycin', 'hydralazine', 'prinivil 10 mg clonidine', 'morphine'])
    assert.equal((await search(name)).countProducts, 0, name)
  assert.equal((await search('Clarithromycin 250 mg')).notCarried, 'clarithromycin')
  assert.equal((await search('claritromycin')).notCarried, 'clarithromycin')
  assert.equal((await search('lisinopril')).notCarried, '')
})

test('a brand finds its generic, and a generic its brands', async () => {
  const prinivil = await search('prinivil 10 mg')
  assert.deepEqual([prinivil.notCarried, prinivil.sameGeneric], ['prinivil', 'lisinopril'])
  assert.deepEqual(names(prinivil), ['Lisinopril 10 mg Tablet, 100 ct bottle', 'Zestril 10 mg Tablet'])
  const zestril = await search('zestril')
  assert.deepEqual([zestril.notCarried, names(zestril)[0]], ['', 'Zestril 10 mg Tablet'])
  assert.ok(names(zestril).includes('Lisinopril 10 mg Tablet, 100 ct bottle'))
  // It has no generic name of its own; the drug names supply it.
  const [lone] = await addProducts(portal.db, [product('Zocor 20 mg Tablet', 'Zocor')])
  assert.deepEqual(names(await search('simvastatin')), ['Zocor 20 mg Tablet'])
  await portal.send({ method: 'DELETE', url: `/api/products/${lone?._id}`, as: admin })
})

test('typos between look-alikes are offered, not corrected', async () => {
  const { countProducts, meant, offers } = await search('metfromin 500')
  assert.deepEqual([countProducts, meant, offers], [0, '', ['metformin 500', 'metronidazole 500']])
})

test('a strength that doesn’t exist shows the existing ones', async () => {
  const page = await search('zestril 20 mg')
  assert.deepEqual([page.lacking, names(page)[0]], ['20 mg', 'Zestril 10 mg Tablet'])
  assert.equal(page.warning, 'Not carried: zestril 20 mg. Showing other strengths.')
})

test('a schedule finds controlled substances', async () => {
  const [controlled, other] = await addProducts(portal.db, [
    product('Painol 5 mg Tablet', 'Painol', { dea_schedule: 'CII' }),
    product('Painol Mild 5 mg Tablet', 'Painol Mild', { dea_schedule: 'CIII' }),
  ])
  assert.deepEqual(names(await search('C-II')), ['Painol 5 mg Tablet'])
  for (const one of [controlled, other])
    await portal.send({ method: 'DELETE', url: `/api/products/${one?._id}`, as: admin })
})

test('manufacturer, form and stock filters work for listings and text searches', async () => {
  for (const query of ['all', 'tablet'])
    assert.deepEqual(names(await search(query, { manufacturer: 'Almatica' })), ['Zestril 10 mg Tablet'])
  assert.deepEqual(names(await search('all', { form: 'Capsule' })), ['Amoxicillin 500 mg Capsule'])
  assert.equal((await search('lisinopril', { form: 'Capsule' })).countProducts, 0)
  assert.equal((await search('lisinopril', { stock: 'true' })).countProducts, 3)
  // Special order items are available without stock.
  assert.equal((await search('amoxicillin', { stock: 'true' })).countProducts, 2)
  assert.equal((await search('all', { stock: 'true' })).countProducts, 13)
})

const suggest = async (query: string) => (await portal.call(catalog.suggest, { query: { query } })).body

test('suggestions are the first cards of the typed text', async () => {
  const { products, meant } = await suggest('lisin')
  assert.equal(products.length, 4)
  assert.equal(meant, '')
  const [card] = products
  assert.deepEqual(
    [card?.name, card?.ndcNumber, card?.price, card?.countInStock],
    ['Lisinopril 10 mg Tablet, 100 ct bottle', '68180-0980-01', 10, 5],
  )
  assert.deepEqual(names(await suggest('10 mg zes')), ['Zestril 10 mg Tablet'])
  assert.equal((await suggest('lisinp')).meant, 'lisinopril')
  assert.equal((await suggest('mg')).products.length, 8)
  for (const short of ['', 'l', ' ', 'all']) assert.deepEqual((await suggest(short)).products, [])
  assert.deepEqual((await suggest('secretol')).products, [])
})

const facets = async (query: Record<string, string>, as: TestUser | null = null) =>
  (await portal.call(catalog.facets, { query, as })).body
const counts = (list: { value: string; count: number }[]) =>
  Object.fromEntries(list.map(({ value, count }) => [value, count]))

test('each facet is counted with all filters except its own', async () => {
  const all = await facets({})
  assert.deepEqual(counts(all.form), { Tablet: 10, Capsule: 1, Suspension: 1, Cream: 1 })
  assert.deepEqual([all.refrigerated, all.inStock], [1, 13])
  assert.deepEqual(all.manufacturer[0], { value: 'Lupin', count: 12 })

  const amoxicillin = await facets({ query: 'amoxicillin', form: 'Capsule' })
  assert.deepEqual(counts(amoxicillin.form), { Capsule: 1, Suspension: 1 })
  assert.deepEqual(counts(amoxicillin.category), { 'Anti-Infectives': 1 })
  assert.deepEqual([amoxicillin.refrigerated, amoxicillin.inStock], [0, 1])

  const cold = await facets({ query: 'amoxicilin', cold: 'true' })
  assert.deepEqual([cold.refrigerated, cold.inStock, counts(cold.form)], [1, 1, { Suspension: 1 }])
  assert.deepEqual(counts((await facets({ query: '68180-0980-01' })).form), { Tablet: 1 })
})

test('a selected value stays in its list with a count of zero', async () => {
  assert.deepEqual((await facets({ query: 'zestril', category: 'Diabetes Care' })).category, [
    { value: 'Cardiovascular', count: 3 },
    { value: 'Diabetes Care', count: 0 },
  ])
})

test('drafts count for admins only, favorites for their owner', async () => {
  const isSecret = ({ category }: { category: { value: string }[] }) => category.some(({ value }) => value === 'Secret')
  assert.deepEqual(
    [isSecret(await facets({})), isSecret(await facets({}, buyer)), isSecret(await facets({}, admin))],
    [false, false, true],
  )
  await portal.db
    .insertInto('favourite')
    .values({ user_id: buyer._id, product_id: added[3]?._id ?? '' })
    .execute()
  assert.deepEqual(counts((await facets({ favourites: 'true' }, buyer)).form), { Tablet: 1 })
  assert.deepEqual((await facets({ favourites: 'true' })).form, [])
  assert.equal((await search('tablet', { favourites: 'true' }, buyer)).countProducts, 1)
  assert.equal((await search('tablet', { favourites: 'true' })).countProducts, 0)
})

test('stock changes by orders change the ranking within seconds', async (context) => {
  const [older, newer] = await addProducts(portal.db, [
    product('Stockol 5 mg Tablet', 'Stockol', { created_at: new Date('2021-01-01') }),
    product('Stockol 5 mg Tablet, the newer', 'Stockol'),
  ])
  const order = async () => (await search('stockol')).products.map(({ _id }) => _id)
  assert.deepEqual(await order(), [newer?._id, older?._id])
  await sql`update product set count_in_stock = 0 where id = ${newer?._id}`.execute(portal.db)
  await sql`
    insert into stock_movement (id, product_id, quantity, reason)
    values (${newId()}, ${newer?._id}, -5, 'order')`.execute(portal.db)
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 6_000 })
  assert.deepEqual(await order(), [older?._id, newer?._id])
})

test('the index follows changes by this and other processes', async () => {
  const [late] = await addProducts(portal.db, [product('Lateol 5 mg Tablet', 'Lateol')])
  assert.equal(await first('lateol'), 'Lateol 5 mg Tablet')
  await portal.call(catalog.suggest, { query: { query: 'lateol' } })
  await portal.send({ method: 'DELETE', url: `/api/products/${late?._id}`, as: admin })
  assert.equal((await search('lateol')).countProducts, 0)
})

test('pages of a text search come from one ranking', async () => {
  await addProducts(
    portal.db,
    Array.from({ length: 100 }, (_, at) => product(`Manyol ${at} tablet`, 'Manyol')),
  )
  const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => search('manyol', { page: String(page) })))
  assert.equal(new Set(pages.flatMap(names)).size, 100)
  assert.deepEqual([pages[8]?.page, pages[8]?.pages, pages[8]?.products.length], [9, 9, 4])
  assert.deepEqual((await search('manyol', { page: '99999999' })).page, 9)
  assert.equal((await search('manyol', { order: 'lowest', viewCount: '36', page: '3' })).products.length, 28)
})

test('tenfold strength differences are noted on each product, in pages and suggestions, within what the user may see', async () => {
  const [weak] = await addProducts(portal.db, [
    product('Shockol 0.1 mg/mL Injection, 10 mL', 'Shockol', { generic_name: 'Epinephrine' }),
    product('Shockol 1 mg/mL Injection, 1 mL', 'Shockol', { generic_name: 'Epinephrine' }),
  ])
  const notes = ({ products }: { products: ProductCard[] }) =>
    products.map(({ name, strengthNote = '' }) => [name, strengthNote])
  const carried = await search('epinephrine 1:10,000')
  assert.deepEqual([notes(carried), carried.warning], [[['Shockol 0.1 mg/mL Injection, 10 mL', '']], ''])
  await portal.db
    .updateTable('product')
    .set({ is_published: false })
    .where('id', '=', weak?._id ?? '')
    .execute()
  await portal.db.transaction().execute((tx) => noteCatalogChange(tx, [weak?._id ?? '']))
  const line = 'Not carried: epinephrine 1:10,000. Showing other strengths. Careful: some are 10 times stronger.'
  const shown = [['Shockol 1 mg/mL Injection, 1 mL', '10 times stronger than 1:10,000']]
  const found = await search('epinephrine 1:10,000')
  assert.deepEqual([notes(found), found.warning], [shown, line])
  const { body } = await portal.call(catalog.suggest, { query: { query: 'epinephrine 1:10,000' }, as: buyer })
  assert.deepEqual([notes(body), body.warning], [shown, line])
})
