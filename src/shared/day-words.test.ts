import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayWords, localMomentWords, monthDayWords, weekdayWords } from './day-words.ts'
import { asDollars } from './money.ts'
import { grouped } from './number-words.ts'

test('numbers are formatted the American way', () => {
  assert.deepEqual([0, -1000, 999, 1_234_567, 2.5].map(grouped), ['0', '-1,000', '999', '1,234,567', '2.5'])
  assert.deepEqual([0, -0.001, 1.005, -1234.5, 98_765_432.1].map(asDollars), [
    '$0.00',
    '$0.00',
    '$1.01',
    '-$1,234.50',
    '$98,765,432.10',
  ])
})

test('dates are formatted the American way, whatever the time zone of the reader', () => {
  assert.equal(monthDayWords('2027-03-01'), 'Mar 1')
  assert.equal(weekdayWords('2027-03-01'), 'Mon, Mar 1')
  assert.equal(dayWords('2027-03-01'), 'Mar 1, 2027')
  assert.match(localMomentWords('2027-03-01T16:05:00'), /^Mar 1, 2027, 4:05 PM (?:[A-Z]{2,5}|GMT[+-][\d:]+)$/)
})
