import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DayOrder, findDayOrder, readBoardDay } from './read-board-day.ts'

const days: [written: string, order: DayOrder, day: string | null][] = [
  ['03/04/2027', 'month first', '2027-03-04'],
  ['03/04/2027', 'day first', '2027-04-03'],
  ['3-4-2027 00:00:00', 'month first', '2027-03-04'],
  ['31.12.2027', 'day first', '2027-12-31'],
  ['31.12.2027', 'month first', null],
  ['2027-03-04', 'day first', '2027-03-04'],
  ['2027-03-04T00:00:00Z', 'month first', '2027-03-04'],
  ['30-JUN-2027', 'month first', '2027-06-30'],
  ['June 30, 2027', 'day first', '2027-06-30'],
  ['Jun. 3 2027', 'month first', '2027-06-03'],
  ['02/30/2027', 'month first', null],
  ['30 Foo 2027', 'month first', null],
  ['06/30/27', 'month first', null],
  ['soon', 'month first', null],
  ['', 'month first', null],
]

const lists: [written: string[], order: DayOrder | null][] = [
  [['03/04/2027'], null],
  [['03/04/2027', '06/30/2027'], 'month first'],
  [['03/04/2027', '30/06/2027'], 'day first'],
  [['06/30/2027', '30/06/2027'], null],
  [['05/05/2027', '2027-03-04', '30-JUN-2027', ''], 'month first'],
  [[], 'month first'],
]

describe('a date of a board', () => {
  for (const [written, order, day] of days)
    it(`“${written}”, ${order}: ${day ?? 'none'}`, () => assert.equal(readBoardDay(written, order), day))
  for (const [written, order] of lists)
    it(`among ${written.join(', ') || 'none'}: ${order ?? 'is asked for'}`, () =>
      assert.equal(findDayOrder(written), order))
})
