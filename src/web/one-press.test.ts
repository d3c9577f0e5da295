import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePresses } from './one-press.ts'

test('a press is ignored until the first one’s answer was shown', () => {
  let now = 0
  const presses = makePresses(() => now)
  const first = presses.begin({ name: 'a' })
  assert.ok(first)
  now = 60
  assert.equal(presses.begin({ name: 'a' }), null, 'while the first is under way')
  presses.end({ name: 'a' }, true)
  now = 300
  assert.equal(presses.begin({ name: 'a' }), null, 'the second half of a double click')
  now = 2_000
  const later = presses.begin({ name: 'a' })
  assert.ok(later)
  assert.notEqual(later, first, 'a new act has a new key')
})

test('after a failure it can be retried immediately, with the same key', () => {
  const presses = makePresses(() => 5)
  const first = presses.begin({ name: 'a' })
  presses.end({ name: 'a' }, false)
  assert.equal(presses.begin({ name: 'a' }), first)
  presses.end({ name: 'a' }, false)
  assert.notEqual(presses.begin({ name: 'b' }), first, 'what was mended is another')
})

test('other actions of the same button do not wait', () => {
  const presses = makePresses(() => 5)
  assert.ok(presses.begin({ row: 1 }))
  assert.ok(presses.begin({ row: 2 }))
  assert.equal(presses.begin({ row: 1 }), null)
})
