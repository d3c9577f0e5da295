import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchIndex } from './find-products.ts'
import { makeIndex, type ProductIndex, putInIndex, removeFromIndex, setInStock } from '../index/index-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedProduct } from './testing-index.ts'

const tablets = (count: number): ProductIndex => {
  const index = makeIndex()
  for (let at = 0; at < count; at++)
    putInIndex(index, indexedProduct({ id: String(at).padStart(3, '0'), name: 'Gizmo Tablet', createdAt: at }))
  return index
}

const found = (index: ProductIndex, first: number, last: number, seesDrafts = false) => {
  const { count, part } = searchIndex(index, { text: 'gizmo', order: 'newest', filters: unfiltered(seesDrafts) })
  return { count, ids: part(first, last) }
}

test('paging back and forth reuses one ranking', () => {
  const index = tablets(100)
  const whole = Array.from({ length: 100 }, (_, at) => String(99 - at).padStart(3, '0'))
  for (const first of [0, 12, 24, 84, 12, 96, 0])
    assert.deepEqual(found(index, first, first + 12), { count: 100, ids: whole.slice(first, first + 12) })
})

test('results are recomputed when a product is added, removed, changed or goes out of stock', () => {
  const index = tablets(3)
  assert.deepEqual(found(index, 0, 12).ids, ['002', '001', '000'])
  setInStock(index, '002', false)
  assert.deepEqual(found(index, 0, 12).ids, ['001', '000', '002'])
  removeFromIndex(index, '001')
  assert.deepEqual(found(index, 0, 12).ids, ['000', '002'])
  putInIndex(index, indexedProduct({ id: '003', name: 'Gizmo', createdAt: 9, isPublished: false }))
  assert.deepEqual(found(index, 0, 12).ids, ['000', '002'])
  assert.equal(found(index, 0, 12, true).count, 3)
  putInIndex(index, indexedProduct({ id: '003', name: 'Gizmo', createdAt: 9 }))
  assert.deepEqual(found(index, 0, 12).ids, ['003', '000', '002'])
})

test('a word that moves from the name to the manufacturer counts as manufacturer afterwards', () => {
  const index = makeIndex()
  putInIndex(index, indexedProduct({ id: '1', name: 'Gadget Gizmo', createdAt: 1 }))
  putInIndex(index, indexedProduct({ id: '2', name: 'Thing Gizmo', createdAt: 0 }))
  assert.deepEqual(found(index, 0, 12).ids, ['1', '2'])
  putInIndex(index, indexedProduct({ id: '1', name: 'Gadget', manufacturer: 'Gizmo', createdAt: 1 }))
  assert.deepEqual(found(index, 0, 12).ids, ['2', '1'])
})
