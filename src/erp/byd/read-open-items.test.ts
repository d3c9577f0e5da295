import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFormattedAmount } from './read-open-items.ts'

const cases: [unknown, number | null][] = [
  ['1,770.00 USD', 1_770],
  ['1770.00 USD', 1_770],
  ['-25.50 USD', -25.5],
  ['1,234,567.89', 1_234_567.89],
  ['1770.000000', 1_770],
  ['0.00 USD', 0],
  [12.5, 12.5],
  ['1.770,00 USD', null],
  ['1.770 USD', null],
  ['1.770', null],
  ['1 770,00 USD', null],
  ['17,70.00 USD', null],
  ['USD 12.00', null],
  ['12,00', null],
  ['', null],
  [null, null],
  [Number.NaN, null],
  ['9'.repeat(40), null],
]

for (const [given, amount] of cases)
  test(`${String(given)} is ${amount ?? 'no amount'}`, () => assert.equal(readFormattedAmount(given), amount))
