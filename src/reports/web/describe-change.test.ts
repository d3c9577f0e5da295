import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysWords, describeChange, describeComparison, pointWords } from './describe-change.ts'

const changes: [now: number, before: number, words: string][] = [
  [110, 100, '+10.0%'],
  [0, 100, '−100.0%'],
  [100_001, 100_000, '±0%'],
  [5, 0, ''],
  [0, 0, ''],
  [5_000, 10, 'more than 10 times'],
]
for (const [now, before, words] of changes)
  test(`${now} after ${before}: ${words || 'nothing'}`, () => assert.equal(describeChange(now, before), words))

test('periods and their comparisons are written out as far as there is data', () => {
  const days = { from: '2026-10-29', to: '2026-11-27' }
  assert.equal(daysWords(days), 'Oct 29 to Nov 27, 2026')
  assert.equal(daysWords({ from: '2025-12-01', to: '2026-01-02' }), 'Dec 1, 2025 to Jan 2, 2026')
  assert.equal(daysWords({ from: '2026-01-02', to: '2026-01-02' }), 'Jan 2, 2026')
  assert.equal(describeComparison({ before: null, yearBefore: null }), '')
  assert.equal(describeComparison({ before: days, yearBefore: null }), ', compared with Oct 29 to Nov 27, 2026')
  assert.equal(pointWords({ from: '2026-11-01', to: '2026-11-27' }, 'month'), 'Nov 2026')
  assert.equal(pointWords({ from: '2026-11-01', to: '2026-11-07' }, 'week'), 'Nov 1 to Nov 7')
  assert.equal(pointWords({ from: '2026-11-01', to: '2026-11-01' }, 'day'), 'Nov 1')
})
