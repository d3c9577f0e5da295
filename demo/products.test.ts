import assert from 'node:assert/strict'
import { test } from 'node:test'

import { demoFavorites, demoProducts } from './products.ts'

const products = demoProducts()

test('about two thousand products with unique names and numbers', () => {
  assert.ok(products.filter((product) => !product.dummyNDC).length >= 1_800)
  assert.equal(new Set(products.map((product) => product.name)).size, products.length)
  assert.equal(new Set(products.map((product) => product.ndcNumber)).size, products.length)
  const numbers = products.map((product) => product.ndcNumber)
  assert.deepEqual(numbers, numbers.toSorted())
})

test('every cell is valid for its column', () => {
  for (const product of products) {
    assert.match(product.ndcNumber, product.dummyNDC ? /^SUP-\d{5}$/ : /^\d{5}-\d{4}-\d{2}$/)
    assert.equal(product.ndc10.replaceAll('-', '').length, product.dummyNDC ? 0 : 10)
    assert.ok(product.name.length < 120 && !/\b(?:NaN|undefined)\b| {2}/.test(product.name + product.description))
    assert.ok(product.price > 0 && Math.abs(product.price * 100 - Math.round(product.price * 100)) < 0.001)
    assert.ok(['', 'Refrigerated', 'Frozen'].includes(product.coldStatus))
    assert.ok(['', 'Rx', 'OTC'].includes(product.rxOtc))
    assert.ok(Number.isInteger(product.countInStock) && product.countInStock >= 0)
    for (const text of [
      product.manufacturer,
      product.package,
      product.unitOfMeasure,
      product.category,
      product.description,
    ])
      assert.notEqual(text, '', product.name)
  }
})

test('favorites are published and in stock', () => {
  for (const number of demoFavorites) {
    const product = products.find((one) => one.ndcNumber === number)
    assert.ok(product?.isPublished && product.countInStock > 8, number)
  }
})
