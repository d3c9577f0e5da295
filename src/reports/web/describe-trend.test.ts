import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTrend } from './describe-trend.ts'

const days = { from: '2026-11-01', to: '2026-11-21', beforeFrom: '2026-10-01', beforeTo: '2026-10-21' }

const cases: [now: number, before: number, direction: string, text: string][] = [
  [0, 0, 'same', 'also 0 on Oct 1–21'],
  [4, 0, 'up', 'up from 0 on Oct 1–21'],
  [110, 100, 'up', '10% more than Oct 1–21'],
  [0, 100, 'down', '100% less than Oct 1–21'],
  [1001, 1000, 'same', 'about the same as Oct 1–21'],
  [5_000, 10, 'up', 'more than ten times Oct 1–21'],
]
for (const [now, before, direction, text] of cases)
  test(`${now} after ${before}: ${text}`, () =>
    assert.deepEqual(describeTrend({ now, before }, days), { direction, text }))

test('the first day is not a range', () =>
  assert.equal(describeTrend({ now: 1, before: 2 }, { ...days, beforeTo: '2026-10-01' }).text, '50% less than Oct 1'))
