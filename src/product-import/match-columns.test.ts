import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHeaderRow, hasElevenDigits, matchColumns } from './match-columns.ts'
import { rowsOfCsv, splitCsv } from '#shared/split-csv.ts'

const headers: [string[], (string | null)[]][] = [
  [
    ['Material Description', 'NDC Number', 'Base UoM', 'Count In Stock'],
    ['name', 'ndcNumber', 'unitOfMeasure', 'countInStock'],
  ],
  [
    ['ndc11', 'ndc10', 'brand', 'labeler', 'package', 'uom'],
    ['ndcNumber', null, 'brand', 'manufacturer', 'description', 'unitOfMeasure'],
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

const files: [string, string, string[][]][] = [
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes, breaks and a missing last line end',
    '"a ""x""",b\r\n"1\n2","3,4"',
    [
      ['a "x"', 'b'],
      ['1\n2', '3,4'],
    ],
  ],
  [
    'semicolons and a byte order mark',
    '\u{feff}a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'empty lines',
    'a,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['an unfinished quote', 'a,b\n"1,2', [['a', 'b'], ['1,2']]],
  ['nothing', '', []],
]
for (const [name, text, expected] of files)
  test(`CSV with ${name}, whole and letter by letter`, () => {
    assert.deepEqual(rowsOfCsv(text), expected)
    const splitter = splitCsv()
    const rows = [...text].flatMap((letter) => splitter.push(letter))
    assert.deepEqual([...rows, ...splitter.end()], expected)
  })
