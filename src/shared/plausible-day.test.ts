import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { doubtOfDay, plausibleDay } from './plausible-day.ts'

test('a date is within the plausible years', () => {
  for (const day of ['2000-01-01', '2026-12-31', '2099-12-31']) assert.equal(doubtOfDay(day), null, day)
  const short = 'Enter the year with four digits: 2026 instead of 26.'
  const other = 'The year must be between 2000 and 2099.'
  const doubts = { '0026-12-31': short, '1999-12-31': other, '2100-01-01': other, '20260-12-31': other }
  for (const [day, doubt] of Object.entries(doubts)) assert.equal(doubtOfDay(day), doubt, day)
})

test('a call explains why it refuses a date', () => {
  const messageOf = (given: unknown) => z.safeParse(plausibleDay('Choose a day.'), given).error?.issues[0]?.message
  assert.equal(messageOf('2026-11-27'), undefined)
  assert.equal(messageOf('2026-02-30'), 'Choose a day.')
  assert.equal(messageOf(''), 'Choose a day.')
  assert.equal(messageOf('0026-11-27'), 'Enter the year with four digits: 2026 instead of 26.')
})
