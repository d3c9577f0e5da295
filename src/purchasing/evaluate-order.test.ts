import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EvaluatedLine, approvalReasons } from './evaluate-order.ts'
import { noRules, type Rules } from './approvals/rule-shapes.ts'

const line = (facts: Partial<EvaluatedLine> = {}): EvaluatedLine => ({
  name: 'Amoxicillin',
  quantity: 1,
  price: 10,
  isCold: false,
  isControlled: false,
  stateSchedule: null,
  isNew: false,
  ...facts,
})
const named = (count: number, facts: Partial<EvaluatedLine>) =>
  Array.from({ length: count }, (_, at) => line({ ...facts, name: `Drug ${at + 1}` }))

const cases: [name: string, rules: Partial<Rules>, lines: EvaluatedLine[], reasons: string[]][] = [
  ['no rules, whatever is ordered', {}, named(50, { price: 9_999, isCold: true, isControlled: true, isNew: true }), []],
  ['exactly the amount', { overAmount: 500 }, [line({ quantity: 50 })], []],
  [
    'a cent over the amount',
    { overAmount: 500 },
    [line({ quantity: 50 }), line({ price: 0.01 })],
    ['The total is over $500.00.'],
  ],
  ['cents that binary fractions lose', { overAmount: 0.3 }, [line({ price: 0.1 }), line({ price: 0.2 })], []],
  ['anything over nothing', { overAmount: 0 }, [line({ price: 0.01 })], ['The total is over $0.00.']],
  ['exactly the lines', { overLines: 2 }, named(2, {}), []],
  ['a line more', { overLines: 2 }, named(3, {}), ['The order has more than 2 lines.']],
  ['more than one line', { overLines: 1 }, named(2, {}), ['The order has more than 1 line.']],
  ['many pieces are no lines', { overLines: 1 }, [line({ quantity: 9_999 })], []],
  ['cold goods without the rule', { isForControlled: true, isForNew: true }, [line({ isCold: true })], []],
  [
    'cold goods',
    { isForCold: true },
    [line(), line({ name: 'Insulin', isCold: true })],
    ['Refrigerated or frozen: Insulin.'],
  ],
  [
    'controlled substances',
    { isForControlled: true },
    [line({ name: 'Tramadol', isControlled: true })],
    ['Controlled: Tramadol.'],
  ],
  [
    'what the ship-to State controls',
    { isForControlled: true, isForNew: true },
    [line({ name: 'Gabapentin', isControlled: true, stateSchedule: 'CV KY', isNew: true })],
    ['Controlled: Gabapentin (Schedule V in KY).', 'Not ordered before: Gabapentin.'],
  ],
  ['what was ordered before', { isForNew: true }, [line()], []],
  [
    'five new products',
    { isForNew: true },
    named(5, { isNew: true }),
    ['Not ordered before: Drug 1; Drug 2; Drug 3; and 2 more.'],
  ],
  [
    'several rules at once',
    { overAmount: 5, overLines: 1, isForCold: true },
    [line(), line({ name: 'Insulin', isCold: true })],
    ['The total is over $5.00.', 'The order has more than 1 line.', 'Refrigerated or frozen: Insulin.'],
  ],
]

describe('whether an order needs approval', () => {
  for (const [name, rules, lines, reasons] of cases)
    it(name, () => assert.deepEqual(approvalReasons({ ...noRules, ...rules }, lines), reasons))
})
