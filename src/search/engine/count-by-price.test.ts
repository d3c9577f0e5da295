import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countByPrice } from './count-by-price.ts'
import { type IndexedProduct, makeIndex } from './index-products.ts'
import { indexedProduct } from './testing-index.ts'

const product = (id: string, facts: Partial<IndexedProduct>) =>
  indexedProduct({ id, search: id, category: 'Oral', ...facts })

const index = makeIndex()
for (const [at, price] of [0, 5.01, 5.01, 9.99, 10, 50.01, 9_999_999_999.99].entries())
  index.put(product(`oral ${at}`, { price }))
index.put(product('draft', { price: 10, isPublished: false }))
index.put(product('vial', { price: 10, category: 'Injection' }))
index.put(product('gone', { price: 10 }))
index.remove('gone')

const count = countByPrice(index)

test('both bounds of a range belong to it, to the cent and beyond', () => {
  for (const [from, to, expected] of [
    [0, 1e10, 7],
    [0, 0, 1],
    [5.01, 50.01, 5],
    [5.0101, 50.0099, 2],
    [5.0099, 50.0101, 5],
    [5.01, 5.01, 2],
    [5.02, 9.98, 0],
    [10, 5, 0],
    [9_999_999_999.99, 1e10, 1],
  ] as const)
    assert.equal(count({ seesDrafts: false, category: 'Oral', price: { from, to } }), expected, `${from}-${to}`)
})

test('a category, all of them, drafts, and a category that nothing has', () => {
  const price = { from: 10, to: 10 }
  for (const [category, seesDrafts, ranged, all] of [
    ['Oral', false, 1, 7],
    ['Oral', true, 2, 8],
    ['Injection', true, 1, 1],
    [null, false, 2, 8],
    [null, true, 3, 9],
    ['Nothing', true, 0, 0],
  ] as const)
    assert.deepEqual(
      [count({ seesDrafts, category, price }), count({ seesDrafts, category, price: null })],
      [ranged, all],
      `${category} ${seesDrafts}`,
    )
})
