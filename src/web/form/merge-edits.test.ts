import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields, editsOf, mergeEdits } from './merge-edits.ts'

const base = { name: 'Aspirin', price: '12.29', isPublished: true, maker: '' }

test('only changed fields are edits, ignoring surrounding spaces', () => {
  assert.deepEqual(changedFields(base, { ...base, name: ' Aspirin ', price: '11.06' }), ['price'])
  assert.deepEqual(editsOf(base, { ...base, isPublished: false }), { isPublished: false })
  assert.deepEqual(editsOf(base, base), {})
})

test('changes by others stay, and the editor wins where both changed', () => {
  const stored = { ...base, price: '11.06', name: 'Aspirin 81 mg' }
  const mine = { ...base, name: 'Aspirin EC', maker: 'Bayer' }
  assert.deepEqual(mergeEdits(base, mine, stored), {
    name: 'Aspirin EC',
    price: '11.06',
    isPublished: true,
    maker: 'Bayer',
  })
})
