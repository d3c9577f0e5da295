import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts, type NewProduct } from '#catalog/add-products.ts'
import { catalog, pageSizes } from '#catalog/contract.ts'
import { productEditing } from '#product-admin/contract.ts'
import { numbersFrom } from '#shared/testing-chance.ts'
import { productImport } from '#imports/contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })

/** Seeded, so that every run uses the same numbers. */
const random = numbersFrom(7)
const chance = (below: number): number => Math.floor(random() * below)
const oneOf = <T>(values: readonly [T, ...T[]]): T => values[chance(values.length)] ?? values[0]

const categories = ['Oral', 'Injection', 'Topical'] as const
const products = Array.from({ length: 400 }, (_, at): NewProduct => ({
  name: `Product ${at}`,
  ndc_number: `${String(10_000 + at)}-0001-01`,
  category: oneOf(categories),
  description: 'Capsules',
  unit_of_measure: 'Bottle',
  price: chance(3_000) / 100,
  is_published: chance(5) > 0,
}))
const added = await addProducts(portal.db, products)

interface Filter {
  category: string
  order: 'lowest' | 'highest' | 'newest'
  viewCount: number
  from?: string
  to?: string
}

const amount = () => (chance(350_000) / 10_000).toFixed(chance(5))

const anyFilter = (): Filter => ({
  category: oneOf(['all', 'Nothing', ...categories]),
  order: oneOf(['lowest', 'highest', 'newest']),
  viewCount: oneOf(pageSizes),
  ...(chance(4) > 0 && { from: amount() }),
  ...(chance(4) > 0 && { to: amount() }),
})

const orders = {
  lowest: sql`price, id`,
  highest: sql`price desc, id desc`,
  newest: sql`created_at desc, id`,
}

/** The expected result, queried directly from the database. */
const truthOf = async ({ category, order, viewCount, from, to }: Filter, seesDrafts: boolean) => {
  const { rows } = await sql<{ id: string }>`
    select id from product
    where deleted_at is null and (is_published or ${seesDrafts}) and (category = ${category} or ${category} = 'all')
      and price between ${from ?? '0'}::numeric and ${to ?? '10000000000'}::numeric
    order by ${orders[order]}`.execute(portal.db)
  return { count: rows.length, ids: rows.slice(0, viewCount).map(({ id }) => id) }
}

/** Asserts that the first page and the count equal the database's, for visitors and admins. */
const assertTrue = async (filter: Filter) => {
  const { category, order, viewCount, from = '', to = '' } = filter
  const price = from || to ? `${from}-${to}` : 'all'
  const query = { category, order, viewCount: String(viewCount), price }
  for (const seesDrafts of [false, true]) {
    const { body } = await portal.call(seesDrafts ? catalog.searchAsAdmin : catalog.search, {
      query,
      as: seesDrafts ? admin : null,
    })
    const answered = { count: body.countProducts, ids: body.products.map(({ _id }) => _id) }
    assert.deepEqual(answered, await truthOf(filter, seesDrafts), `${JSON.stringify(query)} ${seesDrafts}`)
  }
}

const assertAllTrue = async (times = 12) => {
  for (let time = 0; time < times; time++) await assertTrue(anyFilter())
}

/** Waits until the index is up to date: text searches require it. */
const awaitIndex = () => portal.call(catalog.search, { query: { query: 'product' } })

test('counts and first pages are right before the index is loaded', () => assertAllTrue(40))

test('counts and first pages are right with the index', async () => {
  await awaitIndex()
  await assertAllTrue(80)
})

test('range bounds are inclusive', async () => {
  for (const { price } of products.slice(0, 12)) {
    const [exactly, above] = [Number(price).toFixed(2), (Number(price) + 0.0001).toFixed(4)]
    await assertTrue({ category: 'all', order: 'lowest', viewCount: 12, from: exactly, to: exactly })
    await assertTrue({ category: 'all', order: 'highest', viewCount: 12, from: above })
    await assertTrue({ category: 'all', order: 'lowest', viewCount: 12, to: above })
  }
})

test('pages are contiguous, including the last one', async () => {
  const query = { category: 'Oral', order: 'lowest', price: '1-20' } as const
  const first = await portal.call(catalog.search, { query })
  const ids: string[] = []
  for (let page = 1; page <= first.body.pages; page++) {
    const { body } = await portal.call(catalog.search, { query: { ...query, page: String(page) } })
    ids.push(...body.products.map(({ _id }) => _id))
  }
  assert.equal(new Set(ids).size, first.body.countProducts)
  const past = await portal.call(catalog.search, { query: { ...query, page: '999' } })
  assert.equal(past.body.page, first.body.pages)
})

const filters: Filter[] = [
  { category: 'Oral', order: 'lowest', viewCount: 12, from: '5.01', to: '25' },
  { category: 'Injection', order: 'highest', viewCount: 24, from: '40' },
  { category: 'all', order: 'lowest', viewCount: 12, from: '31' },
  { category: 'Oral', order: 'newest', viewCount: 36 },
]

/** Checks directly after the change and again after the index has caught up. */
const assertFollowed = async () => {
  for (const filter of filters) await assertTrue(filter)
  await awaitIndex()
  for (const filter of filters) await assertTrue(filter)
}

const edit = async (at: number, change: object) => {
  const id = added[at]?._id ?? ''
  const { body } = await portal.call(catalog.byId, { params: { id }, as: admin })
  const { status } = await portal.call(productEditing.update, {
    params: { id },
    as: admin,
    body: { ...change, __v: body.__v },
  })
  assert.equal(status, 200)
}

test('counts follow prices, categories, publishing, deletions and imports immediately', async () => {
  await assertFollowed()
  await edit(0, { price: 41.5 })
  await assertFollowed()
  await edit(0, { category: 'Injection' })
  await assertFollowed()
  for (const isPublished of [false, true]) {
    await edit(0, { isPublished })
    await assertFollowed()
  }
  for (const { _id: id } of added.slice(0, 3)) {
    await portal.call(productEditing.remove, { params: { id }, as: admin })
    await assertFollowed()
  }
  const rows = Array.from({ length: 30 }, (_, at) => ({
    ndc: `${String(20_000 + at)}-0001-01`,
    name: `Newcomer ${at}`,
    category: oneOf(categories),
    price: 30 + chance(2_000) / 100,
  }))
  await portal.call(productImport.importProducts, { body: rows, query: {}, as: admin })
  await assertFollowed()
  await assertAllTrue()
})

test('listings work while products change and are right afterwards', async () => {
  await awaitIndex()
  const change = async () => {
    for (let at = 10; at < 30; at++) await edit(at, { price: chance(6_000) / 100 })
  }
  const list = async () => {
    for (let time = 0; time < 40; time++) {
      const { status } = await portal.call(catalog.search, {
        query: { category: 'Oral', order: 'lowest', price: `5-${20 + time}` },
      })
      assert.equal(status, 200)
    }
  }
  await Promise.all([change(), list(), list()])
  await assertFollowed()
  await assertAllTrue()
})
