import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockOf, exactMoment } from './request-words.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const clocks: [dueAt: string, answeredAt: string | null, words: string][] = [
  ['2026-11-22T12:00:00Z', null, '24 h 0 min left'],
  ['2026-11-21T12:59:30Z', null, '59 min left'],
  ['2026-11-21T12:00:00Z', null, '0 min left'],
  ['2026-11-21T11:59:00Z', null, 'Overdue by 1 min'],
  ['2026-11-19T11:00:00Z', null, 'Overdue by 49 h 0 min'],
  ['2026-11-21T11:00:00Z', '2026-11-21T10:00:00Z', 'Answered'],
  ['2026-11-21T11:00:00Z', '2026-11-21T11:30:00Z', 'Answered late'],
]
for (const [dueAt, answeredAt, words] of clocks)
  test(`a request due at ${dueAt}${answeredAt ? ` and answered at ${answeredAt}` : ''} says ${words}`, () => {
    assert.equal(clockOf({ dueAt, answeredAt }, now).words, words)
  })

test('a request that arrives at midnight in UTC shows its time', () => {
  assert.equal(exactMoment('2026-11-21T00:00:00.000Z', 'America/New_York'), 'Nov 20, 2026, 7:00 PM EST')
})
