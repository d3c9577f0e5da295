import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bitsOf, isOtherName, isOtherPrice, isOtherStock, toConfirm, type RowMargin } from './row-margins.ts'

const names: [before: string, after: string, isOther: boolean][] = [
  ['Lisinopril 10 mg Tablet', '104233', true],
  ['Lisinopril 10 mg Tablet', 'Lisinopril 10 mg Tab', false],
  ['LISINOPRIL 10 MG TABLET', 'Lisinopril 10 mg tablet, 100 ct', false],
  ['Lisinopril 10 mg Tablet', 'Aspirin 81 mg', true],
  ['Aspirin', 'Aspirin', false],
  ['', 'Aspirin', false],
]
for (const [before, after, isOther] of names)
  test(`${before} → ${after}`, () => assert.equal(isOtherName(before, after), isOther))

const figures: [what: (before: number, after: number) => boolean, before: number, after: number, isOther: boolean][] = [
  [isOtherPrice, 10, 10.5, false],
  [isOtherPrice, 10, 15, false],
  [isOtherPrice, 10, 15.01, true],
  [isOtherPrice, 10, 6, true],
  [isOtherPrice, 10, 0, true],
  [isOtherPrice, 0, 10, false],
  [isOtherStock, 100, 60, false],
  [isOtherStock, 100, 49, true],
  [isOtherStock, 3, 9, false],
  [isOtherStock, 0, 10, true],
  [isOtherStock, 40, 90, true],
]
for (const [what, before, after, isOther] of figures)
  test(`${what.name}: ${before} → ${after}`, () => assert.equal(what(before, after), isOther))

const many = (count: number, margin: RowMargin): number[] => Array.from({ length: count }, () => bitsOf({ margin }))

test('a file that changes most of what it touches by a wide margin has to be confirmed', () => {
  assert.equal(toConfirm([]), null)
  assert.equal(toConfirm(many(2, { prices: true })), null)
  assert.equal(toConfirm([...many(3, { prices: true }), ...many(3, { prices: false })]), null)
  assert.deepEqual(toConfirm([...many(4, { prices: true, stocks: false }), ...many(3, { prices: false })]), {
    rows: 4,
    margins: [{ what: 'prices', far: 4, of: 7 }],
  })
  assert.deepEqual(
    toConfirm([...many(3, { names: true, stocks: true }), ...many(1, { stocks: true }), ...many(9, {})]),
    {
      rows: 4,
      margins: [
        { what: 'names', far: 3, of: 3 },
        { what: 'stocks', far: 4, of: 4 },
      ],
    },
  )
})
