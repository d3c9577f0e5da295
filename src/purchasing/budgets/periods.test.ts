import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { periodsIn } from './count-spent.ts'

const { db } = await startTestPortal()

/** In UTC: the moment, then the start, the exclusive end and the last day of its month and of its quarter. */
const cases: [zone: string, what: string, moment: string, month: string[], quarter: string[]][] = [
  [
    'America/New_York',
    'a day in standard time, in a quarter that begins in daylight time',
    '2026-11-23T12:00:00Z',
    ['2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z', '2026-11-30'],
    ['2026-10-01T04:00:00.000Z', '2027-01-01T05:00:00.000Z', '2026-12-31'],
  ],
  [
    'America/New_York',
    'the last moment of March there, when it is April in UTC',
    '2026-04-01T03:59:59.999Z',
    ['2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z', '2026-03-31'],
    ['2026-01-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z', '2026-03-31'],
  ],
  [
    'America/New_York',
    'the first moment of April',
    '2026-04-01T04:00:00Z',
    ['2026-04-01T04:00:00.000Z', '2026-05-01T04:00:00.000Z', '2026-04-30'],
    ['2026-04-01T04:00:00.000Z', '2026-07-01T04:00:00.000Z', '2026-06-30'],
  ],
  [
    'America/New_York',
    'the hour that the clock shows twice, on the first of November',
    '2026-11-01T06:30:00Z',
    ['2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z', '2026-11-30'],
    ['2026-10-01T04:00:00.000Z', '2027-01-01T05:00:00.000Z', '2026-12-31'],
  ],
  [
    'America/Los_Angeles',
    'New Year’s Eve there, when it is next year in UTC',
    '2027-01-01T07:59:59Z',
    ['2026-12-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z', '2026-12-31'],
    ['2026-10-01T07:00:00.000Z', '2027-01-01T08:00:00.000Z', '2026-12-31'],
  ],
  [
    'UTC',
    'the last day of a leap year’s February',
    '2028-02-29T23:59:59Z',
    ['2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z', '2028-02-29'],
    ['2028-01-01T00:00:00.000Z', '2028-04-01T00:00:00.000Z', '2028-03-31'],
  ],
  [
    'Pacific/Auckland',
    'the first of July there, when it is June in UTC',
    '2026-06-30T12:00:00Z',
    ['2026-06-30T12:00:00.000Z', '2026-07-31T12:00:00.000Z', '2026-07-31'],
    ['2026-06-30T12:00:00.000Z', '2026-09-30T11:00:00.000Z', '2026-09-30'],
  ],
  [
    'Asia/Kolkata',
    'half an hour beside the hour',
    '2026-09-30T18:29:59Z',
    ['2026-08-31T18:30:00.000Z', '2026-09-30T18:30:00.000Z', '2026-09-30'],
    ['2026-06-30T18:30:00.000Z', '2026-09-30T18:30:00.000Z', '2026-09-30'],
  ],
]

describe('the month and the quarter of a moment', () => {
  for (const [zone, what, moment, month, quarter] of cases)
    it(`${zone}: ${what}`, async () => {
      const { rows } = await sql<{ name: string; begins: Date; ends: Date; until: string }>`
        with ${periodsIn(sql`${zone}::text`, sql`${moment}::timestamptz`)} select * from period order by name`.execute(
        db,
      )
      assert.deepEqual(
        rows.map(({ begins, ends, until }) => [begins.toISOString(), ends.toISOString(), until]),
        [month, quarter],
      )
    })
})
