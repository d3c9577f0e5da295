import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DayContext, daysInWords, readDays } from './read-days.ts'

/** A Thursday. */
const today = '2026-11-26'
const past: DayContext = { today, lean: 'past' }
const near: DayContext = { today, lean: 'near' }

const read = (text: string, context = past): string[] => readDays(text, context).map(daysInWords)

const span = (from: string, to: string) => [`${from}, 2026 to ${to}, 2026`]

const certain: [written: string, meant: string[]][] = [
  ...[
    '11/25',
    '11/25/26',
    '11/25/2026',
    '11-25',
    '11.25.26',
    '25/11',
    'Nov 25',
    'nov. 25th',
    'November 25, 2026',
    "Nov 25 '26",
    '25 Nov',
    '25-Nov-26',
    'Wed, Nov 25',
    'Wednesday 11/25',
    '2026-11-25',
    '2026/11/25',
    'yesterday',
    ' Yesterday ',
  ].map((written): [string, string[]] => [written, ['Nov 25, 2026']]),
  ['today', ['Nov 26, 2026']],
  ['monday', ['Nov 23, 2026']],
  ['thursday', ['Nov 26, 2026']],
  ['last thursday', ['Nov 19, 2026']],
  ['last week', span('Nov 15', 'Nov 21')],
  ['this week', span('Nov 22', 'Nov 28')],
  ['last month', span('Oct 1', 'Oct 31')],
  ['this quarter', span('Oct 1', 'Dec 31')],
  ['last year', ['Jan 1, 2025 to Dec 31, 2025']],
  ['last 7 days', span('Nov 20', 'Nov 26')],
  ['past 2 weeks', span('Nov 13', 'Nov 26')],
  ['last 12 months', ['Nov 27, 2025 to Nov 26, 2026']],
  ['11/1-11/15', span('Nov 1', 'Nov 15')],
  ['11/1 – 11/15', span('Nov 1', 'Nov 15')],
  ['11/1/26-11/15/26', span('Nov 1', 'Nov 15')],
  ['from 11/1 to 11/15', span('Nov 1', 'Nov 15')],
  ['1/11-15/11', span('Nov 1', 'Nov 15')],
  ['Nov 1 to Nov 15', span('Nov 1', 'Nov 15')],
  ['between Nov 1 and Nov 15', span('Nov 1', 'Nov 15')],
  ['Nov 1-15', span('Nov 1', 'Nov 15')],
  ['Nov 1 - 15, 2025', ['Nov 1, 2025 to Nov 15, 2025']],
  ['2026-11-01 to 2026-11-15', span('Nov 1', 'Nov 15')],
  ['2026-11-01-2026-11-15', span('Nov 1', 'Nov 15')],
  ['Nov 1 to today', span('Nov 1', 'Nov 26')],
  ['Sep to Oct', span('Sep 1', 'Oct 31')],
  // The range has begun, so it is this year's.
  ['11/20-11/30', span('Nov 20', 'Nov 30')],
  ['12/20-1/5', ['Dec 20, 2025 to Jan 5, 2026']],
  ['12/20-1/5/26', ['Dec 20, 2025 to Jan 5, 2026']],
  ['November', span('Nov 1', 'Nov 30')],
  ['11/2026', span('Nov 1', 'Nov 30')],
  ["Nov '25", ['Nov 1, 2025 to Nov 30, 2025']],
  ['2025', ['Jan 1, 2025 to Dec 31, 2025']],
  ['since Nov 1', ['since Nov 1, 2026']],
  ['after 11/15', ['since Nov 16, 2026']],
  ['before 11/15', ['until Nov 14, 2026']],
  ['until yesterday', ['until Nov 25, 2026']],
  ['3/3', ['Mar 3, 2026']],
  ['2/29', ['Feb 29, 2024']],
  // The most recent one.
  ['12/25', ['Dec 25, 2025']],
]

const unclear: [written: string, either: string[]][] = [
  ['3/4', ['Mar 4, 2026', 'Apr 3, 2026']],
  ['3/4/26', ['Mar 4, 2026', 'Apr 3, 2026']],
  ['11/1', ['Nov 1, 2026', 'Jan 11, 2026']],
  ['since 3/4', ['since Mar 4, 2026', 'since Apr 3, 2026']],
  ['3/4-4/5', ['Mar 4, 2026 to Apr 5, 2026', 'Apr 3, 2026 to May 4, 2026']],
  ['11/1-15', ['Nov 1, 2026 to Nov 15, 2026', 'Jan 11, 2026 to Jan 15, 2026']],
]

const noDates = [
  '',
  '12',
  'hello',
  'ma',
  'PO 11/25',
  '31/31',
  '13/13',
  '2/30',
  'Nov 31',
  '2026-02-31',
  '2026-13-01',
  '0000-01-01',
  '99999999',
  'Nov 15 to Nov 1, 2025 to Nov 3',
  '11/15/26-11/1/26',
  'to',
  '-',
  'last',
  'last 99999 days',
  `${'1/'.repeat(60)}`,
]

describe('dates as users type them', () => {
  for (const [written, meant] of certain)
    it(`${JSON.stringify(written)} is ${meant.join()}`, () => assert.deepEqual(read(written), meant))

  for (const [written, either] of unclear)
    it(`${JSON.stringify(written)} can be ${either.join(' or ')}`, () => assert.deepEqual(read(written), either))

  for (const written of noDates) it(`${JSON.stringify(written)} is none`, () => assert.deepEqual(read(written), []))

  it('without a year are the nearest if they may be in the future', () => {
    assert.deepEqual(read('12/25', near), ['Dec 25, 2026'])
    assert.deepEqual(read('Jan 15', near), ['Jan 15, 2027'])
    assert.deepEqual(read('10/30', near), ['Oct 30, 2026'])
  })

  it('formatted as words are read back as the same days', () => {
    for (const [written] of [...certain, ...unclear])
      for (const days of readDays(written, past))
        assert.deepEqual(readDays(daysInWords(days), { today: '2031-01-01', lean: 'near' }), [days], written)
  })
})
