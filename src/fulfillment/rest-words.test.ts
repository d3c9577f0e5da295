import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restWords } from './rest-words.ts'

const today = '2026-11-28'

const cases: [expectedOn: string | null, words: string][] = [
  ['2026-12-05', '1,200 of Lisinopril, expected Dec 5, 2026'],
  [today, '1,200 of Lisinopril, expected Nov 28, 2026'],
  ['2026-11-27', '1,200 of Lisinopril, was expected Nov 27, 2026, no new date known'],
  [null, '1,200 of Lisinopril, no date known'],
]

for (const [expectedOn, words] of cases)
  test(`the rest that is expected ${expectedOn ?? 'on no known day'} is told as it is`, () => {
    assert.equal(restWords({ name: 'Lisinopril', backordered: 1_200, expectedOn }, today), words)
  })
