import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentWriter } from './write-moment.ts'

const cases: [timeZone: string, moment: Date | string, written: string][] = [
  ['America/New_York', '2026-11-26T04:57:00.000Z', '2026-11-25T23:57:00.000-05:00'],
  ['America/New_York', new Date('2026-11-26T04:57:00.123Z'), '2026-11-25T23:57:00.123-05:00'],
  ['America/New_York', '2026-11-01T05:59:59.999Z', '2026-11-01T01:59:59.999-04:00'],
  ['America/New_York', '2026-11-01T06:00:00.000Z', '2026-11-01T01:00:00.000-05:00'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00.000-04:00'],
  ['America/New_York', '2026-07-01T12:00:00.000+00:00', '2026-07-01T08:00:00.000-04:00'],
  ['America/New_York', '2026-11-25T23:57:00.000-05:00', '2026-11-25T23:57:00.000-05:00'],
  ['America/New_York', '2026-11-26', '2026-11-26'],
  ['Pacific/Auckland', '2026-12-31T11:00:00.000Z', '2027-01-01T00:00:00.000+13:00'],
  ['Asia/Kathmandu', '2026-06-01T18:15:00.000Z', '2026-06-02T00:00:00.000+05:45'],
  ['America/St_Johns', '2026-01-15T03:29:00.000Z', '2026-01-14T23:59:00.000-03:30'],
  ['UTC', '2026-01-15T03:29:00.000Z', '2026-01-15T03:29:00.000+00:00'],
  ['Europe/London', '2026-01-15T03:29:00.000Z', '2026-01-15T03:29:00.000+00:00'],
  ['Africa/Casablanca', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000+00:00'],
]

for (const [timeZone, moment, written] of cases)
  test(`${String(moment)} in ${timeZone} is ${written}`, () => {
    const write = momentWriter(timeZone)
    assert.equal(write(moment), written)
    assert.equal(write(moment), written, 'the second time as the first')
    if (written.includes('T')) assert.equal(Date.parse(written), new Date(moment).getTime())
  })
