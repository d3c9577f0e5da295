import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utils, type WorkSheet, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre'
import { rawSheets } from './raw-rows.ts'
import { readSheets } from './read-sheets.ts'

const rawOf = async (content: Uint8Array | string, name: string, most?: number) => {
  const file = new File([typeof content === 'string' ? content : new Uint8Array(content)], name)
  return rawSheets(await readSheets(file, () => {}, { asShown: true }), most)
}

const rows = [
  ['NDC', 'Cost', 'Order'],
  ['00093-7772-01', 12, 3],
  [null, null, null],
  ['00002-7510-01', 81, 5],
]

const bookOf = (sheet: WorkSheet, bookType: 'biff8' | 'xlsb' | 'xlsx') => {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Order')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Hidden']]), 'Last year')
  utils.book_set_sheet_visibility(book, 1, 2)
  return write(book, { type: 'buffer', bookType }) as Uint8Array
}

test('all rows of all sheets are read, with hidden ones marked, from every kind of workbook', async () => {
  for (const bookType of ['xlsx', 'xlsb', 'biff8'] as const) {
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!cols'] = [{}, { hidden: true }, {}]
    sheet['!rows'] = [{}, {}, {}, { hidden: true }]
    const [order, other] = await rawOf(bookOf(sheet, bookType), 'a.xlsx')
    assert.deepEqual(
      order?.rows.map(({ at, cells }) => [at, ...cells]),
      [
        [1, 'NDC', 'Cost', 'Order'],
        [2, '00093-7772-01', '12', '3'],
        [4, '00002-7510-01', '81', '5'],
      ],
    )
    assert.deepEqual(order.hiddenColumns, [1], bookType)
    // The test's library cannot write hidden rows in the oldest format.
    if (bookType !== 'biff8')
      assert.deepEqual(
        order.rows.map(({ isHidden }) => isHidden),
        [false, false, true],
        bookType,
      )
    assert.deepEqual([order.isHidden, other?.isHidden, other?.name], [false, true, 'Last year'], bookType)
  }
})

test('money and percentages keep their signs, and merged numbers are marked', async () => {
  const money = '"$"#,##0.00'
  const book = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['NDC', 'Price', 'Share', 'Order'],
          ['00093-7772-01', 12, 5, 3],
          ['00002-7510-01', 81, 7, null],
        ],
        cells: new Map([
          ['1,1', { value: 12, style: { numFmt: money } }],
          ['2,1', { value: 81, style: { numFmt: '[$€-2] #,##0' } }],
          ['1,2', { value: 5, style: { numFmt: '0%' } }],
          ['2,2', { value: 7, style: { numFmt: '[$-409]0' } }],
        ]),
        merges: [{ startRow: 1, startCol: 3, endRow: 2, endCol: 3 }],
      },
    ],
  } as never)
  const [sheet] = await rawOf(book, 'a.xlsx')
  assert.deepEqual(
    sheet?.rows.slice(1).map(({ cells }) => cells),
    [
      ['00093-7772-01', '$12', '500%', '3 (merged cells)'],
      ['00002-7510-01', '€81', '7', '3 (merged cells)'],
    ],
  )
  const old = utils.aoa_to_sheet([['00093-7772-01', 12]])
  Object.assign(old['B1'] as object, { z: money })
  const [first] = await rawOf(bookOf(old, 'biff8'), 'a.xls')
  assert.deepEqual(first?.rows[0]?.cells, ['00093-7772-01', '$12.00'])
})

test('rows past the limit are counted', async () => {
  const text = `NDC,Order\n${'00093-7772-01,3\n'.repeat(1_250)}`
  const [sheet] = await rawOf(text, 'a.csv', 1_000)
  assert.deepEqual([sheet?.rows.length, sheet?.rowsPastLimit, sheet?.isDelimited], [1_000, 251, true])
})
