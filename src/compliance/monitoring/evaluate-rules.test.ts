import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateRules, type MonitoredOrder } from './evaluate-rules.ts'
import { type Rule, ruleOf as rule } from './rule-shapes.ts'
import { exampleRules, line, monitored, monthly, pastLine } from './testing-rules.ts'

const found = (rules: readonly Rule[] | null, order: MonitoredOrder): string[] =>
  evaluateRules(rules, order).map((flag) => `${flag.mode} ${flag.rule}${flag.family && ` ${flag.family}`}`)

describe('the patterns of suspicious orders', () => {
  const bottle = 100
  const cases: [what: string, order: MonitoredOrder, expected: string[]][] = [
    [
      'a pharmacy at 20 bottles of alprazolam a month orders 30',
      monitored([line('alprazolam', 30 * bottle)], { past: monthly('alprazolam', 20 * bottle) }),
      [],
    ],
    [
      'a pharmacy at 20 bottles of alprazolam a month orders 90',
      monitored([line('alprazolam', 90 * bottle)], { past: monthly('alprazolam', 20 * bottle) }),
      ['hold past alprazolam', 'hold window alprazolam'],
    ],
    [
      'the 12th order of 4 bottles in 3 days, each below the limit',
      monitored([line('alprazolam', 4 * bottle)], {
        past: [
          ...monthly('alprazolam', 30 * bottle),
          ...Array.from({ length: 11 }, (_, at) => pastLine('alprazolam', 4 * bottle, at / 4, { state: 'open' })),
        ],
      }),
      ['hold window alprazolam'],
    ],
    [
      'the first order of a new pharmacy: oxycodone, alprazolam, carisoprodol and nothing else',
      monitored([line('oxycodone', 30), line('alprazolam', 2), line('carisoprodol', 90)], {
        customer: { months: 0 },
        total: 122,
        spent: { 1: 0, 7: 0, 30: 0 },
      }),
      [
        'hold combination',
        'hold share',
        'hold new oxycodone',
        'hold new alprazolam',
        'hold new carisoprodol',
        'log first oxycodone',
        'log first alprazolam',
        'log first carisoprodol',
      ],
    ],
    [
      'a phone order this morning and a portal order now, together over',
      monitored([line('diazepam', 600)], {
        past: [...monthly('diazepam', 600), pastLine('diazepam', 600, 0.2, { state: 'open' })],
      }),
      ['hold window diazepam'],
    ],
    [
      'a hospital doubles hydromorphone',
      monitored([line('hydromorphone', 400)], { past: monthly('hydromorphone', 200) }),
      ['hold past hydromorphone'],
    ],
    [
      'a known clinic’s first buprenorphine, within the class',
      monitored([line('buprenorphine', 60)], {
        customer: { classId: 'clinics' },
        peers: [{ family: 'buprenorphine', month: 120, customers: 9 }],
      }),
      ['log first buprenorphine'],
    ],
    ['amoxicillin and gauze tenfold, as nothing is controlled', monitored([]), []],
  ]
  for (const [what, order, expected] of cases) it(what, () => assert.deepEqual(found(exampleRules, order), expected))
})

describe('a rule', () => {
  const own = [line('x', 100)]
  const cases: [what: string, rules: Rule[], order: MonitoredOrder, expected: string[]][] = [
    ['at its limit', [rule('window', { limit: 100 })], monitored(own), []],
    ['over its limit', [rule('window', { limit: 99.9 })], monitored(own), ['hold window x']],
    [
      'counts open and shipped quantities only',
      [rule('window', { limit: 150 })],
      monitored(own, {
        past: (['held', 'reported', 'canceled'] as const).map((state) => pastLine('x', 100, 1, { state })),
      }),
      [],
    ],
    [
      'does not count other families',
      [rule('window', { limit: 150 })],
      monitored(own, { past: [pastLine('y', 100, 1)] }),
      [],
    ],
    [
      'counts up to the edge of its window',
      [rule('window', { days: 7, limit: 150 })],
      monitored(own, { past: [pastLine('x', 100, 6.99)] }),
      ['hold window x'],
    ],
    [
      'does not count before its window',
      [rule('window', { days: 7, limit: 150 })],
      monitored(own, { past: [pastLine('x', 100, 7)] }),
      [],
    ],
    [
      'of a family written differently',
      [rule('window', { family: ' X ', limit: 1 })],
      monitored(own),
      ['hold window x'],
    ],
    ['of another family', [rule('window', { family: 'y', limit: 1 })], monitored(own), []],
    ['of another class', [rule('window', { classId: 'hospitals', limit: 1 })], monitored(own), []],
    [
      'of the customer’s class',
      [rule('window', { classId: 'hospitals', limit: 1 })],
      monitored(own, { customer: { classId: 'hospitals' } }),
      ['hold window x'],
    ],
    [
      'of the past ignores unshipped baseline',
      [rule('past', { limit: 2 })],
      monitored(own, {
        past: [
          ...monthly('x', 40),
          pastLine('x', 900, 100, { state: 'reported' }),
          pastLine('x', 900, 100, { state: 'open' }),
        ],
      }),
      ['hold past x'],
    ],
    [
      'of the past begins with the first shipment',
      [rule('past', { limit: 2 })],
      monitored(own, { past: [pastLine('x', 60, 40), pastLine('x', 60, 70)] }),
      [],
    ],
    [
      'of creep compares with the first of two years',
      [rule('creep', { limit: 2 })],
      monitored(own, {
        past: [
          ...Array.from({ length: 12 }, (_, at) => pastLine('x', 20, 395 + at * 25)),
          pastLine('x', 60, 45),
          pastLine('x', 60, 75),
        ],
      }),
      ['hold creep x'],
    ],
    [
      'of peers over the class',
      [rule('peers', { limit: 3 })],
      monitored(own, { peers: [{ family: 'x', month: 30, customers: 3 }] }),
      ['hold peers x'],
    ],
    [
      'of peers with too few customers',
      [rule('peers', { limit: 3 })],
      monitored(own, { peers: [{ family: 'x', month: 1, customers: 2 }] }),
      [],
    ],
    [
      'of a strength over its share',
      [rule('strength', { limit: 60, strength: '2 mg' })],
      monitored([line('x', 70, { strength: '2mg' }), line('x', 30, { strength: '1 mg' })]),
      ['hold strength x'],
    ],
    [
      'of a strength within its share',
      [rule('strength', { limit: 60, strength: '2 mg' })],
      monitored([line('x', 70, { strength: '2 mg' })], { past: [pastLine('x', 70, 3, { strength: '1 mg' })] }),
      [],
    ],
    [
      'of a combination across orders',
      [rule('combination', { families: ['x', 'y'] })],
      monitored(own, { past: [pastLine('y', 1, 20)] }),
      ['hold combination'],
    ],
    [
      'of a combination that is not complete',
      [rule('combination', { families: ['x', 'y'] })],
      monitored(own, { past: [pastLine('y', 1, 31)] }),
      [],
    ],
    [
      'of the share with other purchases',
      [rule('share', { limit: 50 })],
      monitored(own, { total: 100, spent: { 1: 0, 7: 0, 30: 150 } }),
      [],
    ],
    [
      'of the share without other purchases',
      [rule('share', { limit: 50 })],
      monitored(own, { total: 100, spent: { 1: 0, 7: 0, 30: 0 } }),
      ['hold share'],
    ],
    [
      'of frequency counts orders, not lines',
      [rule('frequency', { limit: 2 })],
      monitored(own, { past: [pastLine('x', 1, 1, { orderId: 'a' }), pastLine('x', 1, 1, { orderId: 'a' })] }),
      [],
    ],
    [
      'of frequency over its limit',
      [rule('frequency', { limit: 2 })],
      monitored(own, { past: [pastLine('x', 1, 1), pastLine('x', 1, 1)] }),
      ['hold frequency x'],
    ],
    [
      'for new customers with a file and a small order',
      [rule('new', { limit: 12, minimum: 100 })],
      monitored(own, { customer: { months: 3, hasOnboardingFile: true } }),
      [],
    ],
    [
      'for new customers with a file and more',
      [rule('new', { limit: 12, minimum: 99 })],
      monitored(own, { customer: { months: 11.9, hasOnboardingFile: true } }),
      ['hold new x'],
    ],
    ['for new customers after a year', [rule('new', { limit: 12 })], monitored(own, { customer: { months: 12 } }), []],
    [
      'of ship-to addresses of one owner',
      [rule('ship-tos', { limit: 2 })],
      monitored(own, { past: [pastLine('x', 1, 1, { shipTo: 'a' }), pastLine('x', 1, 1, { shipTo: 'b' })] }),
      ['hold ship-tos x'],
    ],
    [
      'of an order after a canceled one',
      [rule('reorder', { days: 7, limit: 1 })],
      monitored(own, { past: [pastLine('x', 50, 1, { state: 'canceled' })] }),
      ['hold reorder x'],
    ],
    [
      'of an order after canceled pieces',
      [rule('reorder', { days: 7, limit: 1 })],
      monitored(own, { past: [pastLine('x', 50, 1, { canceledUnits: 10 })] }),
      ['hold reorder x'],
    ],
    [
      'of an order after nothing was canceled',
      [rule('reorder', { days: 7, limit: 1 })],
      monitored(own, { past: [pastLine('x', 50, 1), pastLine('x', 50, 8, { state: 'canceled' })] }),
      [],
    ],
    ['that only logs', [rule('window', { limit: 1, mode: 'log' })], monitored(own), ['log window x']],
  ]
  for (const [what, rules, order, expected] of cases) it(what, () => assert.deepEqual(found(rules, order), expected))
})

describe('an order', () => {
  it('of a family on hold waits, even without a version of the rules', () =>
    assert.deepEqual(found(null, monitored([line('x', 1), line('y', 1)], { openFamilies: ['y'] })), ['hold earlier y']))

  it('with unknown family or base units waits once a version is active', () => {
    const unknown = monitored([line('', 1), { ...line('x', 0), units: null }])
    assert.deepEqual(found(null, unknown), [])
    assert.deepEqual(found([], unknown), ['hold unknown'])
  })
})
