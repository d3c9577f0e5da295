import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOut } from './share-out.ts'

test('shares add up to a hundred', () => {
  const cases: [number[], number[]][] = [
    [
      [42.5, 42.5, 15],
      [43, 42, 15],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [100, 0, 0],
      [100, 0, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ]
  for (const [amounts, shares] of cases) assert.deepEqual(shareOut(amounts), shares)
})
