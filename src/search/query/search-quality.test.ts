import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { searchQueries } from '../../../bench/search-queries.ts'
import { demoProducts } from '../../../demo/products.ts'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'

const portal = await startTestPortal()
const products = demoProducts().filter(({ isPublished }) => isPublished)
await addProducts(
  portal.db,
  products.map((product) => ({
    name: product.name,
    ndc_number: product.ndcNumber,
    is_item_number: product.dummyNDC,
    brand: product.brand,
    generic_name: product.generic,
    manufacturer: product.manufacturer,
    category: product.category,
    price: product.price,
    count_in_stock: product.countInStock,
    is_non_stocked: product.isNonStocked,
    is_published: true,
  })),
)

test('200 queries made from real packages find the intended product', async (context) => {
  const packages = products.filter(({ dummyNDC }) => !dummyNDC)
  const queries = searchQueries(packages.map((product) => ({ ...product, ndc: product.ndcNumber })))
  assert.equal(queries.length, 200)
  let onFirstPage = 0
  let onFirstPlace = 0
  for (const { query, rule, expected } of queries) {
    const { body: asked } = await portal.call(catalog.search, { query: { query } })
    // Misspellings that resemble another name are offered, not corrected.
    const [offered] = asked.offers
    const body = offered ? (await portal.call(catalog.search, { query: { query: offered } })).body : asked
    const hits = body.products.map(({ ndcNumber }) => ndcNumber.replaceAll('-', ''))
    const place = hits.findIndex((ndc) => expected.has(ndc))
    if (place >= 0) onFirstPage++
    if (place === 0) onFirstPlace++
    else context.diagnostic(`${rule}: ${query} -> place ${place + 1}, first ${body.products[0]?.name ?? 'nothing'}`)
  }
  context.diagnostic(`${onFirstPage / 2} % on the first page, ${onFirstPlace / 2} % on the first place`)
  assert.ok(onFirstPage >= 0.97 * queries.length, `${onFirstPage} of ${queries.length} on the first page`)
  assert.ok(onFirstPlace >= 0.9 * queries.length, `${onFirstPlace} of ${queries.length} on the first place`)
})
