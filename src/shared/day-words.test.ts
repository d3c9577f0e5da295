import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayWords, localMomentWords, monthDayWords, weekdayWords } from './day-words.ts'
import { grouped } from './number-words.ts'

test('counts are formatted the American way', () => {
  for (const count of [0, 7, -7, 999, 1000, -1000, 12_345, 123_456, 1_234_567, 98_765_432_100, 2.5])
    assert.equal(grouped(count), count.toLocaleString('en-US'))
})

test('dates are formatted the American way', () => {
  const write = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options)
  const [short, withWeekday, withYear, withClock] = [
    write({ month: 'short', day: 'numeric', timeZone: 'UTC' }),
    write({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }),
    write({ dateStyle: 'medium', timeZone: 'UTC' }),
    write({ dateStyle: 'medium', timeStyle: 'short' }),
  ]
  for (let day = 0; day < 800; day++) {
    const at = new Date(Date.UTC(2027, 0, 1) + day * 86_400_000)
    const date = at.toISOString().slice(0, 10)
    assert.equal(monthDayWords(date), short.format(at))
    assert.equal(weekdayWords(date), withWeekday.format(at))
    assert.equal(dayWords(date), withYear.format(at))
    const moment = new Date(at.getTime() + day * 1_237_000)
    assert.equal(localMomentWords(moment.toISOString()), withClock.format(moment).replaceAll('\u202f', ' '))
  }
})
