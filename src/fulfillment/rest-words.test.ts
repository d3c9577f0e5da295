import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restSentence, restWords } from './rest-words.ts'

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

const late = (...days: (string | null)[]) => days.map((expectedOn) => ({ backordered: 2, expectedOn }))

const orders: [lines: ReturnType<typeof late>, sentence: string][] = [
  [[{ backordered: 0, expectedOn: '2026-12-05' }], ''],
  [late(null), '1 line is backordered. No date is known.'],
  [late('2026-11-27'), '1 line is backordered. No date is known.'],
  [late('2026-12-05', '2026-12-05'), '2 lines are backordered. The rest is expected on Dec 5, 2026.'],
  [
    late('2026-12-07', '2026-12-05', '2026-11-27', null),
    '4 lines are backordered. The rest is expected from Dec 5, 2026. For 2 of them no date is known.',
  ],
]

for (const [lines, sentence] of orders)
  test(`an order says: ${sentence || 'nothing'}`, () => {
    assert.equal(restSentence(lines, today).replaceAll('\u00a0', ' '), sentence)
  })
