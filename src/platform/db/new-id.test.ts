import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './new-id.ts'

test('IDs sort in the order they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 50_000 }, () => newId())
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(Math.abs(Number.parseInt((ids[0] ?? '').slice(0, 13).replace('-', ''), 16) - Date.now()) < 60_000)
})
