import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHeaderRow, hasElevenDigits, joinColumns, matchColumns } from './match-columns.ts'

const headers: [string[], (string | null)[]][] = [
  [
    ['Material Description', 'NDC Number', 'Base UoM', 'Count In Stock'],
    ['name', 'ndcNumber', 'unitOfMeasure', 'countInStock'],
  ],
  [
    ['ndc11', 'ndc10', 'brand', 'labeler', 'package', 'uom'],
    ['ndcNumber', null, 'brand', 'manufacturer', 'packSize', 'unitOfMeasure'],
  ],
  [
    ['cost', 'PRICE ($)', 'Unit price', ' mfr. '],
    [null, 'price', null, 'manufacturer'],
  ],
  [
    ['__proto__', 'constructor', 'toString', ''],
    [null, null, null, null],
  ],
]
for (const [given, expected] of headers)
  test(`columns ${given.join(', ')}`, () => assert.deepEqual(matchColumns(given), expected))

test('the header row is the one the portal knows most of', () => {
  const rows = [
    ['Price list 2026'],
    [''],
    ['Product', '', 'Price'],
    ['NDC', 'Description', 'Price', 'Mfr'],
    ['1', 'a', '2'],
  ]
  assert.equal(findHeaderRow(rows), 3)
  assert.equal(findHeaderRow([['1', '2'], ['x']]), -1)
  assert.equal(findHeaderRow([]), -1)
})

test('eleven digits are a file’s habit only when no shorter code kept its zero', () => {
  assert.equal(hasElevenDigits(['00406012301', '406012301']), true)
  assert.equal(hasElevenDigits(['00406012301', '0406012301']), false)
  assert.equal(hasElevenDigits(['406012301', '0406-0123-01']), false)
})

test('names are put together from their columns, everything else is taken from the last that says something', () => {
  const fields = ['name', 'price', null, 'name', 'price', 'countInStock'] as const
  assert.deepEqual(joinColumns([' Zestril ', 4.5, 'x', '10  mg', ' ', 0], fields), {
    name: 'Zestril 10 mg',
    price: 4.5,
    countInStock: 0,
  })
  assert.deepEqual(joinColumns(['Zestril'], fields), { name: 'Zestril' })
})
