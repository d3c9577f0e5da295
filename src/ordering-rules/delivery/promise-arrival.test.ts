import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrivalWords } from './arrival-words.ts'
import { holidayIn } from './compute-holidays.ts'
import type { Holiday } from './holiday-shapes.ts'
import { openDaysOf } from './delivery-shapes.ts'
import { listOpenDays, promiseArrival } from './promise-arrival.ts'

const timeZone = 'America/New_York'
const kept: Holiday[] = ['newYear', 'independenceDay', 'thanksgiving', 'dayAfterThanksgiving', 'christmas']
const promise = (
  now: string,
  transitDays: number | null,
  more: { isCold?: boolean; days?: [string, boolean][] } = {},
) =>
  promiseArrival({
    now: new Date(now),
    timeZone,
    calendar: { kept, days: new Map(more.days) },
    method: { cutOff: '16:00', transitDays },
    isCold: more.isCold ?? false,
  })

describe('ship and arrival days', () => {
  const cases: [what: string, now: string, transit: number, isCold: boolean, ships: string, arrives: string][] = [
    ['before the cut-off, items ship the same day', '2026-11-17T20:59:59Z', 1, false, '2026-11-17', '2026-11-18'],
    ['at the cut-off, they ship the next day', '2026-11-17T21:00:00Z', 1, false, '2026-11-18', '2026-11-19'],
    ['days are in the warehouse’s time zone', '2026-11-18T03:00:00Z', 1, false, '2026-11-18', '2026-11-19'],
    ['nothing ships on a weekend', '2026-11-20T22:00:00Z', 1, false, '2026-11-23', '2026-11-24'],
    ['the Thursday before Thanksgiving week', '2026-11-19T15:00:00Z', 5, false, '2026-11-19', '2026-11-30'],
    ['Thanksgiving and the day after are skipped', '2026-11-25T15:00:00Z', 1, false, '2026-11-25', '2026-11-30'],
    ['on Thanksgiving itself', '2026-11-26T15:00:00Z', 1, false, '2026-11-30', '2026-12-01'],
    ['refrigerated items ship on a Thursday', '2026-11-19T15:00:00Z', 1, true, '2026-11-19', '2026-11-20'],
    ['but not on a Friday', '2026-11-20T15:00:00Z', 1, true, '2026-11-23', '2026-11-24'],
    ['nor the day before Thanksgiving', '2026-11-25T15:00:00Z', 1, true, '2026-11-30', '2026-12-01'],
    ['with two transit days, not on a Thursday either', '2026-11-19T15:00:00Z', 2, true, '2026-11-23', '2026-11-25'],
    ['across the end of the year', '2026-12-31T15:00:00Z', 1, false, '2026-12-31', '2027-01-04'],
    ['refrigerated items wait for the new year', '2026-12-31T15:00:00Z', 1, true, '2027-01-04', '2027-01-05'],
    [
      'New Year’s Day on a Saturday is observed the year before',
      '2027-12-31T15:00:00Z',
      1,
      false,
      '2028-01-03',
      '2028-01-04',
    ],
    ['July 4 on a Sunday is observed on Monday', '2027-07-02T15:00:00Z', 1, false, '2027-07-02', '2027-07-06'],
    ['before the clocks go forward', '2026-03-06T20:30:00Z', 1, false, '2026-03-06', '2026-03-09'],
    ['after the clocks went forward', '2026-03-09T19:59:00Z', 1, false, '2026-03-09', '2026-03-10'],
    ['and an hour too late', '2026-03-09T20:00:00Z', 1, false, '2026-03-10', '2026-03-11'],
    ['after the clocks went back', '2026-11-02T20:59:00Z', 1, false, '2026-11-02', '2026-11-03'],
  ]
  for (const [what, now, transit, isCold, shipsOn, arrivesOn] of cases)
    it(what, () => {
      const arrival = promise(now, transit, { isCold })
      assert.deepEqual([arrival?.shipsOn, arrival?.arrivesOn], [shipsOn, arrivesOn])
    })

  it('a cut-off on a day of a clock change is in local time', () => {
    const days: [string, boolean][] = [
      ['2026-03-08', true],
      ['2026-11-01', true],
    ]
    assert.equal(promise('2026-03-08T12:00:00Z', 1, { days })?.orderBy, '2026-03-08T20:00:00.000Z')
    assert.equal(promise('2026-11-01T12:00:00Z', 1, { days })?.orderBy, '2026-11-01T21:00:00.000Z')
  })

  it('a single day is opened or closed', () => {
    const days: [string, boolean][] = [
      ['2026-11-27', true],
      ['2026-11-24', false],
    ]
    assert.equal(promise('2026-11-25T15:00:00Z', 1, { days })?.arrivesOn, '2026-11-27')
    assert.equal(promise('2026-11-23T15:00:00Z', 1, { days })?.arrivesOn, '2026-11-25')
  })

  it('unknown settings give no promise', () => assert.equal(promise('2026-11-17T15:00:00Z', null), null))
})

it('holidays are computed for any year', () => {
  const year = (holiday: Holiday) => [2025, 2026, 2030].map((each) => holidayIn(holiday, each))
  assert.deepEqual(year('thanksgiving'), ['2025-11-27', '2026-11-26', '2030-11-28'])
  assert.deepEqual(year('memorialDay'), ['2025-05-26', '2026-05-25', '2030-05-27'])
  assert.deepEqual(year('martinLutherKing'), ['2025-01-20', '2026-01-19', '2030-01-21'])
  assert.deepEqual(year('laborDay'), ['2025-09-01', '2026-09-07', '2030-09-02'])
  assert.deepEqual(year('independenceDay'), ['2025-07-04', '2026-07-03', '2030-07-04'])
})

describe('delivery text before ordering', () => {
  const now = new Date('2026-11-20T18:50:00Z')
  const warm = promise(now.toISOString(), 2)
  const cold = promise(now.toISOString(), 1, { isCold: true })
  const all = { warm, cold, hasWarm: true, hasCold: true, hasSpecialOrders: false }
  const cases: [what: string, ordered: Partial<typeof all>, words: string][] = [
    [
      'both',
      {},
      'Order within 2 h 10 min: arrives Tue, Nov 24; refrigerated items ship Mon, Nov 23, arrive Tue, Nov 24.',
    ],
    ['nothing refrigerated', { hasCold: false }, 'Order within 2 h 10 min: arrives Tue, Nov 24.'],
    [
      'only refrigerated',
      { hasWarm: false },
      'Order by Mon, Nov 23, 4:00 PM EST: refrigerated items ship Mon, Nov 23 and arrive Tue, Nov 24.',
    ],
    [
      'special orders have no date',
      { hasCold: false, hasSpecialOrders: true },
      'Order within 2 h 10 min: arrives Tue, Nov 24. Special order items are not included.',
    ],
    ['only special orders', { hasWarm: false, hasCold: false, hasSpecialOrders: true }, ''],
    ['no known dates', { warm: null, cold: null }, ''],
    [
      'one date unknown',
      { warm: null },
      'Order by Mon, Nov 23, 4:00 PM EST: refrigerated items ship Mon, Nov 23 and arrive Tue, Nov 24. Other items are not included.',
    ],
  ]
  for (const [what, ordered, words] of cases)
    it(what, () => assert.equal(arrivalWords({ ...all, ...ordered }, { now, timeZone }), words))
})

describe('days that can be requested', () => {
  type Case = [what: string, cutOff: string | null, transit: number | null, isCold: boolean, days: string[]]
  // The Wednesday before Thanksgiving, before the cut-off.
  const cases: Case[] = [
    ['from the first arrival on, without holidays and weekends', '16:00', 1, false, ['11-30', '12-01', '12-02']],
    ['with a long transit', '16:00', 3, false, ['12-02', '12-03', '12-04']],
    ['refrigerated items travel on delivery days only', '16:00', 1, true, ['12-01', '12-02', '12-03']],
    ['without a cut-off, items leave tomorrow at the earliest', null, 1, false, ['12-01', '12-02', '12-03']],
    ['without transit days, they take a day', null, null, false, ['12-01', '12-02', '12-03']],
    ['refrigerated items without a cut-off', null, 2, true, ['12-02', '12-03', '12-04']],
  ]
  const listed = (cutOff: string | null, transitDays: number | null, isCold: boolean, days?: [string, boolean][]) =>
    listOpenDays({
      now: new Date('2026-11-25T15:00:00Z'),
      timeZone,
      calendar: { kept, days: new Map(days) },
      method: { cutOff, transitDays },
      isCold,
    })
  for (const [what, cutOff, transit, isCold, days] of cases)
    it(what, () => {
      const found = listed(cutOff, transit, isCold)
      assert.deepEqual(
        found.slice(0, 3),
        days.map((day) => `2026-${day}`),
      )
      assert.ok((found.at(-1) ?? '') <= '2027-01-06', 'at most six weeks ahead')
      assert.ok(!found.includes('2026-12-25') && !found.includes('2027-01-01'))
    })

  it('a single day is opened or closed', () => {
    const found = listed('16:00', 1, false, [
      ['2026-11-27', true],
      ['2026-12-01', false],
    ])
    assert.deepEqual(found.slice(0, 3), ['2026-11-27', '2026-11-30', '2026-12-02'])
  })

  it('a mixed order has the days of both', () => {
    const open = { openDays: { Ground: ['2026-12-01', '2026-12-02'] }, coldOpenDays: ['2026-12-02', '2026-12-03'] }
    const of = (hasWarm: boolean, hasCold: boolean) => openDaysOf(open, { method: 'Ground', hasWarm, hasCold })
    assert.deepEqual(of(true, false), ['2026-12-01', '2026-12-02'])
    assert.deepEqual(of(false, true), ['2026-12-02', '2026-12-03'])
    assert.deepEqual(of(true, true), ['2026-12-02'])
    assert.deepEqual(openDaysOf(open, { method: 'Air', hasWarm: true, hasCold: false }), [])
  })
})
