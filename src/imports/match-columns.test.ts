import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportOf } from './import-fields.ts'
import {
  findImportColumns,
  findHeaderRow,
  findSheet,
  hasElevenDigits,
  joinColumns,
  questionSentence,
} from './match-columns.ts'

type Questions = { [field: string]: string[] }

const cases: [of: ImportOf, headers: string[], fields: (string | null)[], questions?: Questions][] = [
  [
    'products',
    ['Material Description', 'NDC Number', 'Base UoM', 'Count In Stock'],
    ['name', 'ndcNumber', 'unitOfMeasure', 'countInStock'],
  ],
  [
    'products',
    ['ndc11', 'ndc10', 'brand', 'labeler', 'package', 'uom'],
    ['ndcNumber', null, 'brand', 'manufacturer', 'packSize', 'unitOfMeasure'],
  ],
  ['products', ['cost', 'PRICE ($)', 'Unit price', ' mfr. '], [null, 'price', null, 'manufacturer']],
  ['products', ['NDC', 'Name', 'Cost'], ['ndcNumber', 'name', null]],
  ['products', ['__proto__', 'constructor', 'toString', ''], [null, null, null, null]],
  // An item number of the wholesaler beside the NDC is not the code, wherever it is.
  ['products', ['Item Number', 'NDC', 'Price'], [null, 'ndcNumber', 'price']],
  ['products', ['NDC', 'Item #', 'Price'], ['ndcNumber', null, 'price']],
  ['products', ['Item #', 'NDC #', 'Name'], [null, 'ndcNumber', 'name']],
  ['products', ['Item #', 'Description', 'Price'], ['ndcNumber', 'description', 'price']],
  ['products', ['SKU', 'NDC11', 'NDC'], [null, 'ndcNumber', null]],
  ['products', ['Vendor', 'Mfr', 'NDC'], [null, 'manufacturer', 'ndcNumber']],
  ['products', ['Price', 'List price', 'Sale price'], ['price', null, null]],
  ['products', ['GTIN', 'UPC'], ['gtin', null]],
  // Two columns that match equally well are a question.
  ['products', ['NDC', 'Unit price', 'Sale price'], ['ndcNumber', null, null], { price: ['Unit price', 'Sale price'] }],
  ['products', ['NDC', 'On hand', 'Qty'], ['ndcNumber', null, null], { countInStock: ['On hand', 'Qty'] }],
  ['products', ['NDC', 'NDC'], [null, null], { ndcNumber: ['NDC', 'NDC'] }],
  ['products', ['NDC Number', 'Price', 'price'], ['ndcNumber', null, null], { price: ['Price', 'price'] }],
  ['products', ['Item number', 'SKU', 'Name'], [null, null, 'name'], { ndcNumber: ['Item number', 'SKU'] }],
  [
    'products',
    ['NDC', 'Product name', 'Item description'],
    ['ndcNumber', null, null],
    { name: ['Product name', 'Item description'] },
  ],
  [
    'prices',
    ['Account number', 'NDC', 'Contract price', 'List', 'Name'],
    ['customer', 'ndcNumber', 'price', 'list', null],
  ],
  ['prices', ['Email', 'Company', 'Account ID', 'List', 'Price'], ['customer', null, null, 'list', 'price']],
  ['prices', ['NDC', 'Old price', 'New price'], ['ndcNumber', null, 'price']],
  [
    'prices',
    ['NDC', 'Net price', 'Contract price'],
    ['ndcNumber', null, null],
    { price: ['Net price', 'Contract price'] },
  ],
  [
    'list',
    ['Item #', 'NDC', 'Qty', 'Tier', 'Price'],
    [null, 'ndcNumber', null, null, 'price'],
    { fromQuantity: ['Qty', 'Tier'] },
  ],
]
for (const [of, headers, fields, questions = {}] of cases)
  test(`columns of ${of}: ${headers.join(', ')}`, () => {
    const found = findImportColumns(headers, of)
    assert.deepEqual(found.fields, fields)
    const asked = found.questions.map(({ field, columns }) => [field, columns.map((at) => headers[at])])
    assert.deepEqual(Object.fromEntries(asked), questions)
    for (const question of found.questions)
      for (const header of questions[question.field] ?? [])
        assert.ok(questionSentence(question, headers, of).includes(`“${header}”`))
  })

test('a column named Item has names or numbers, depending on its cells', () => {
  const names = [['Lisinopril 10 mg'], ['Aspirin']]
  const numbers = [['104233'], ['SKU-104234'], ['']]
  assert.deepEqual(findImportColumns(['Item'], 'products', { samples: names }).fields, ['name'])
  assert.deepEqual(findImportColumns(['Item'], 'products', { samples: numbers }).fields, ['ndcNumber'])
  const both = [['104233', '00093-0058-01']]
  assert.deepEqual(findImportColumns(['Item', 'NDC'], 'products', { samples: both }).fields, [null, 'ndcNumber'])
})

test('a hidden column is ignored', () => {
  const { fields, questions } = findImportColumns(['NDC', 'Unit price', 'Sale price'], 'products', { hidden: [2] })
  assert.deepEqual([fields, questions], [['ndcNumber', 'price', null], []])
})

test('the header row is the one with the most known names', () => {
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

test('a row with the product code wins over a row of words above it', () => {
  const preamble = [
    ['Company', 'Northern Wholesale', 'Price', 'valid from 2026'],
    [''],
    ['NDC', 'What it is', 'Amount'],
  ]
  assert.equal(findHeaderRow([...preamble, ['1', 'a', '2']]), 2)
  const far = [...Array.from({ length: 28 }, () => ['Terms of sale']), ['NDC', 'Name'], ['1', 'a']]
  assert.equal(findHeaderRow(far), 28)
})

test('the sheet is the one with rows whose columns match best', () => {
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

test('a file has eleven digits only if no shorter code kept its zero', () => {
  assert.equal(hasElevenDigits(['00406012301', '406012301']), true)
  assert.equal(hasElevenDigits(['00406012301', '0406012301']), false)
  assert.equal(hasElevenDigits(['406012301', '0406-0123-01']), false)
})

test('names are joined from their columns; other fields take the last column with a value', () => {
  const fields = ['name', 'price', null, 'name', 'price', 'countInStock'] as const
  assert.deepEqual(joinColumns([' Zestril ', 4.5, 'x', '10  mg', ' ', 0], fields), {
    name: 'Zestril 10 mg',
    price: 4.5,
    countInStock: 0,
  })
  assert.deepEqual(joinColumns(['Zestril'], fields), { name: 'Zestril' })
})

test('a price list exported by the portal is read by its own columns, without the computed ones', () => {
  const headers = ['NDC Number', 'Material Description', 'List Price', 'From Quantity', 'Price', 'Percent Off']
  assert.deepEqual(findImportColumns([...headers, 'Difference %'], 'list').fields, [
    'ndcNumber',
    null,
    null,
    'fromQuantity',
    'price',
    'percentOff',
    null,
  ])
})
