import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre'
import { sentenceFor } from './check-file.ts'
import { findSheet } from '#imports/match-columns.ts'
import { readSheets } from './read-sheets.ts'
import { zipOf } from './testing-archives.ts'
import { bookOf, renamedStream, withChart, withOldSheet, withOtherSheet, wordDocument } from './testing-books.ts'

const fileOf = (content: Uint8Array | string, name = 'a.xlsx') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

const read = async (content: Uint8Array | string, name?: string) => {
  const sheets = await readSheets(fileOf(content, name), () => {})
  return Promise.all(sheets.map(async ({ name: title, lotAt }) => ({ name: title, rows: (await lotAt(0)).rows })))
}

const sentence = async (content: Uint8Array | string, name?: string): Promise<string> => {
  try {
    return JSON.stringify(await read(content, name))
  } catch (error) {
    return sentenceFor(error)
  }
}

test('formulas have their values, errors and uncalculated ones are marked, dates are texts in both date systems', async () => {
  const sheets = (dateSystem: '1900' | '1904') =>
    writeXlsx({
      dateSystem,
      sheets: [
        {
          name: 'A',
          rows: [
            ['NDC', 'Name', 'Price', 'Qty'],
            ['00406012301', null, null, null],
            [406012301, new Date(Date.UTC(2026, 10, 21)), '#DIV/0!', true],
          ],
          cells: new Map([
            ['1,2', { formula: '1+1', formulaResult: 2 }],
            ['1,3', { formula: 'B99' }],
          ]),
        },
      ],
    } as never)
  for (const system of ['1900', '1904'] as const) {
    const [sheet] = await read(await sheets(system))
    assert.deepEqual(sheet?.rows, [
      ['NDC', 'Name', 'Price', 'Qty'],
      ['00406012301', null, 2, '#FORMULA'],
      [406012301, '2026-11-21', '#DIV/0!', true],
    ])
  }
})

test('a merged cell fills each of its rows, and the sheet with the data is found', async () => {
  const content = await writeXlsx({
    sheets: [
      { name: 'Read me', rows: [['Prices']] },
      {
        name: 'Data',
        rows: [
          ['Price list', null, null],
          ['Category', 'NDC', 'Price'],
          ['Diabetes', '1', 1],
          [null, '2', 2],
        ],
        merges: [
          { startRow: 0, startCol: 0, endRow: 0, endCol: 2 },
          { startRow: 2, startCol: 0, endRow: 3, endCol: 0 },
        ],
      },
    ],
  } as never)
  const sheets = await read(content)
  assert.equal(findSheet(sheets.map(({ rows }) => rows)), 1)
  assert.deepEqual(sheets[1]?.rows.at(-1), ['Diabetes', '2', 2])
  assert.deepEqual(sheets[1]?.rows[0], ['Price list'])
})

test('of two sheets with the same columns the hidden one is last', async () => {
  const rows = (price: number) => [
    ['NDC', 'Price'],
    ['00406012301', price],
  ]
  const book = await writeXlsx({
    sheets: [
      { name: 'Last year', rows: rows(1), hidden: true },
      { name: 'Now', rows: rows(2) },
    ],
  })
  const old = utils.book_new()
  utils.book_append_sheet(old, utils.aoa_to_sheet(rows(1)), 'Last year')
  utils.book_append_sheet(old, utils.aoa_to_sheet(rows(2)), 'Now')
  utils.book_set_sheet_visibility(old, 0, 2)
  for (const content of [book, write(old, { type: 'buffer', bookType: 'biff8' }) as Uint8Array]) {
    const sheets = await read(content)
    assert.equal(sheets[findSheet(sheets.map((sheet) => sheet.rows))]?.name, 'Now')
    assert.equal(sheets.length, 2)
  }
})

test('CSV files in other languages are read', async () => {
  const latin = Uint8Array.from([...'NDC;Name\n1;Caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9, 10))
  assert.deepEqual((await read(latin, 'a.csv'))[0]?.rows, [
    ['NDC', 'Name'],
    ['1', 'Café'],
  ])
  const wide = Buffer.from('\u{feff}NDC\tName\n1\té\n', 'utf16le')
  assert.deepEqual((await read(wide, 'a.csv'))[0]?.rows[1], ['1', 'é'])
})

test('the encoding is detected over the whole file', async () => {
  const lines = `NDC,Name\n${'1,plain\n'.repeat(140_000)}`
  assert.ok(lines.length > 1_000_000)
  const latin = Buffer.concat([Buffer.from(lines), Buffer.from('2,Cr\u00e8me\n', 'latin1')])
  const [sheet] = await readSheets(fileOf(latin, 'a.csv'), () => {})
  const last = sheet && (await sheet.lotAt(sheet.count - 1))
  assert.deepEqual(last?.rows.at(-1), ['2', 'Cr\u00e8me'])
  // A chunk border splits a letter.
  const wide = Buffer.from(`NDC,Name\n${'1,\u00e8\n'.repeat(80_001)}`)
  const [other] = await readSheets(fileOf(wide, 'a.csv'), () => {})
  assert.equal(other?.count, 80_002)
})

test('replacement characters are refused', async () => {
  for (const content of [
    Buffer.from('NDC,Name\n1,Cr\ufffdme\n'),
    Buffer.from('\ufeffNDC,Name\n1,Cr\ufffdme\n', 'utf16le'),
    // This byte is undefined in windows-1252.
    Buffer.from([...Buffer.from('NDC,Name\n1,Cr'), 0x8f, ...Buffer.from('me\n')]),
  ])
    assert.match(await sentence(content, 'a.csv'), /^Some characters in this file are damaged/)
})

test('unreadable files are refused with a message', async () => {
  const locked = await writeXlsx({
    sheets: [{ name: 'A', rows: [['x']] }],
    encryption: { password: 'x', spinCount: 1 },
  } as never)
  const whole = await writeXlsx({ sheets: [{ name: 'A', rows: [['x']] }] } as never)
  const oldWorkbook = new Uint8Array(2_048)
  oldWorkbook.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  oldWorkbook.set([0x09, 0x08, 0x10, 0, 0, 6, 5, 0], 512)
  oldWorkbook.set([0x2f, 0], 532)
  for (const [content, name, expected] of [
    ['', 'a.csv', /is empty/],
    ['\n\n', 'a.csv', /has no rows/],
    ['NDC,Name\n1,"a\n2,b\n', 'a.csv', /^Line 2 has an unclosed quote/],
    ['<!doctype html><table>', 'a.xls', /web page/],
    ['<?xml version="1.0"?><Workbook/>', 'a.xls', /XML file/],
    ['%PDF-1.7', 'a.xlsx', /PDF/],
    [Uint8Array.from([0x4d, 0x5a, 0, 0]), 'a.xlsx', /does not match its name/],
    [Uint8Array.from([0x4d, 0x5a, 0, 0]), 'a.exe', /not a spreadsheet/],
    [locked, 'a.xlsx', /password-protected/],
    [oldWorkbook, 'a.xls', /password-protected/],
    [whole.subarray(0, whole.length / 2), 'a.xlsx', /damaged/],
    [wordDocument(), 'a.xls', /contains no workbook/],
    [new Uint8Array(zipOf([{ name: 'word/document.xml', content: Buffer.from('x') }])), 'a.xlsx', /Word document/],
    ['PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'a.ods', /OpenDocument/],
  ] as const)
    assert.match(await sentence(content, name), expected)
  for (const [mark, megabytes, most] of [
    [[0x50, 0x4b, 3, 4], 51, 50],
    [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 11, 10],
  ] as const) {
    const large = new Uint8Array(megabytes * 1024 * 1024)
    large.set(mark)
    assert.match(await sentence(large), new RegExp(`has ${megabytes} MB; the limit is ${most} MB. Save it as .csv`))
  }
})

const prices = [
  ['NDC', 'Price'],
  ['00406012301', 0.25],
  ['00093714601', 1234.5],
]

test('a chart in an .xls does not change cells', async () => {
  const book = withChart(prices, [
    [1, 1, 1],
    [0, 0, 7],
  ])
  assert.deepEqual((await read(book, 'a.xls'))[0]?.rows, prices)
})

test('workbooks of every version are read, whatever the name of their stream', async () => {
  for (const age of ['biff2', 'biff5', 'biff8', 'xlsb'] as const)
    assert.deepEqual((await read(bookOf(prices, age), 'a.xls'))[0]?.rows, prices, age)
  for (const name of ['WORKBOOK', 'BOOK', 'Book'])
    assert.deepEqual((await read(renamedStream(bookOf(prices, 'biff8'), name), 'a.xls'))[0]?.rows, prices, name)
})

test('chart and macro sheets are skipped, and the others are read', async () => {
  const plain = await writeXlsx({ sheets: [{ name: 'Prices', rows: prices }] } as never)
  for (const folder of ['chartsheets', 'macrosheets'] as const)
    assert.deepEqual(await read(withOtherSheet(plain, folder)), [{ name: 'Prices', rows: prices }], folder)
  for (const kind of ['chart', 'macros'] as const) {
    const sheets = await read(withOldSheet(prices, kind, [[1, 0, 1]]), 'a.xls')
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Prices', 'Notes'],
      kind,
    )
    assert.deepEqual(sheets[0]?.rows, prices, kind)
  }
})

/** Optional folder of real-world spreadsheets: each must be read or refused within a time limit. */
const folder = process.env['SPREADSHEETS'] ?? ''
test('real-world spreadsheets are read or refused', { skip: !existsSync(folder) }, async () => {
  for (const name of readdirSync(folder)) {
    const began = performance.now()
    const said = await sentence(readFileSync(`${folder}/${name}`), name)
    assert.ok(said.startsWith('[{') || /^[A-Z].*[.)]$/.test(said), `${name}: ${said.slice(0, 200)}`)
    assert.ok(performance.now() - began < 10_000, name)
  }
})
