import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHeaderRow, findSheet, hasElevenDigits, joinColumns, matchColumns } from './match-columns.ts'

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
    ['NDC', 'Name', 'Cost'],
    ['ndcNumber', 'name', null],
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

test('a row that names the code of a product is rather the header than one of words above it', () => {
  const preamble = [
    ['Company', 'Northern Wholesale', 'Price', 'valid from 2026'],
    [''],
    ['NDC', 'What it is', 'Amount'],
  ]
  assert.equal(findHeaderRow([...preamble, ['1', 'a', '2']]), 2)
  const far = [...Array.from({ length: 28 }, () => ['Terms of sale']), ['NDC', 'Name'], ['1', 'a']]
  assert.equal(findHeaderRow(far), 28)
})

test('the sheet is the one whose columns match best and that holds rows', () => {
  const data = [
    ['NDC', 'What it is', 'Price'],
    ['1', 'a', '2'],
  ]
  const summary = [
    ['Product', 'Price', 'Quantity'],
    ['all', '1', '2'],
  ]
  assert.equal(findSheet([summary, data]), 1)
  assert.equal(findSheet([[['NDC', 'Name', 'Price', 'Stock']], data]), 1)
  assert.equal(findSheet([[['Readme']], [['Nothing']]]), 0)
  assert.equal(
    findSheet(
      [
        summary,
        [
          ['Email', 'Amount'],
          ['a@b.example', 2],
        ],
      ],
      'prices',
    ),
    1,
  )
})

test('a file of contract prices has columns of its own', () => {
  assert.deepEqual(matchColumns(['Account number', 'NDC', 'Contract price', 'List', 'Name'], 'prices'), [
    'customer',
    'ndcNumber',
    'price',
    'list',
    null,
  ])
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

test('a price list that the portal wrote is read by its own columns, and what was computed is left out', () => {
  const headers = ['NDC Number', 'Material Description', 'List Price', 'From Quantity', 'Price', 'Percent Off']
  assert.deepEqual(matchColumns([...headers, 'Difference %'], 'list'), [
    'ndcNumber',
    null,
    null,
    'fromQuantity',
    'price',
    'percentOff',
    null,
  ])
})
