import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesReached } from './count-placement.ts'

test('files are reached through values, not through types', () => {
  assert.deepEqual(filesReached('bench/write-report.ts').toSorted(), [
    'bench/case-names.ts',
    'bench/targets.ts',
    'bench/write-report.ts',
  ])
})
