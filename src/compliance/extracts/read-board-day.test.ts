import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DayOrder, findDayOrder, findShortYears, readBoardDay } from './read-board-day.ts'

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
  ['06/30/127', 'month first', null],
  ['soon', 'month first', null],
  ['', 'month first', null],
]

const lists: [written: string[], order: DayOrder | null][] = [
  [['03/04/2027'], null],
  [['03/04/2027', '06/30/2027'], 'month first'],
  [['03/04/2027', '30/06/2027'], 'day first'],
  [['06/30/2027', '30/06/2027'], null],
  [['03/04/27'], null],
  [['03/04/27', '06/30/27'], 'month first'],
  [['05/05/2027', '2027-03-04', '30-JUN-2027', ''], 'month first'],
  [[], 'month first'],
]

/** Never guessed: read only after somebody confirmed the century. */
const shortYears: [written: string, day: string][] = [
  ['06/30/27', '2027-06-30'],
  ['6-30-27 00:00:00', '2027-06-30'],
  ['30-JUN-27', '2027-06-30'],
  ['June 30, 27', '2027-06-30'],
]

describe('a date of a board', () => {
  for (const [written, day] of shortYears)
    it(`“${written}” is read only with a confirmed century`, () => {
      assert.ok(findShortYears(['06/30/2027', written]))
      assert.equal(readBoardDay(written, { dayOrder: 'month first', hasShortYears: false }), null)
      assert.equal(readBoardDay(written, { dayOrder: 'month first', hasShortYears: true }), day)
    })
  it('with a full year has no short year', () =>
    assert.ok(!findShortYears(['06/30/2027', '2027-06-30', '30-JUN-2027', 'soon', ''])))
  for (const [written, order, day] of days)
    it(`“${written}”, ${order}: ${day ?? 'none'}`, () =>
      assert.equal(readBoardDay(written, { dayOrder: order, hasShortYears: true }), day))
  for (const [written, order] of lists)
    it(`among ${written.join(', ') || 'none'}: ${order ?? 'is asked for'}`, () =>
      assert.equal(findDayOrder(written), order))
})
