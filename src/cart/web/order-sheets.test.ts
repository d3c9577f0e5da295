import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre'
import { rawSheets } from '#spreadsheets/web/raw-rows.ts'
import { readSheets } from '#spreadsheets/web/read-sheets.ts'
import { rowsOfScans, rowsOfText } from '../order-sheet/paste-rows.ts'
import { type OrderReading, readOrderSheets } from '../order-sheet/read-order-sheet.ts'
import type { SourceSheet } from '../order-sheet/source-sheet.ts'

type Source = 'paste' | 'csv' | 'workbook' | 'scan'

interface Sheet {
  name: string
  isHidden: boolean
  hiddenColumns: number[]
  rows: { cells: string[]; isHidden: boolean }[]
}

/** One sheet or list of the table, with its expected reading. */
interface Case {
  title: string
  sheets: Sheet[]
  text: string[]
  scans: string[]
  packs: Map<string, number[]>
  only: Source[]
  asks: boolean
  columns: string
  sheet: string
  lines: string[]
  left: string[]
}

/** The codes called N1 to N9 in the table. */
const codes: Record<string, string> = {
  N1: '00093-7772-01',
  N2: '00002-7510-01',
  N3: '33342-0016-10',
  N4: '00378-0208-10',
  N5: '68180-0513-01',
  N6: '00143-1772-01',
  N7: '00591-0405-01',
  N8: '65862-0008-01',
}
const signs: Record<string, string> = { '\\t': '\t', '\\z': '\u200b', '\\n': '\u00a0', '\\g': '\u001d', '\\e': '' }
const written = (text: string): string =>
  text
    .replaceAll(/\\[tznge]/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/\bN(\d)(d|s)?\b/g, (whole, at: string, form?: string) => {
      const code = codes[`N${at}`]
      if (!code) return whole
      return form === 'd' ? code.replaceAll('-', '') : form === 's' ? code.replaceAll('-', ' ') : code
    })

const readCases = (): Case[] => {
  const cases: Case[] = []
  for (const line of readFileSync(new URL('../order-sheet/cases.txt', import.meta.url), 'utf8').split('\n')) {
    const now = cases.at(-1)
    const [, word = '', rest = ''] = /^(##|\|h?|>|[a-z ()]+:|=|asks)(?: (.*)|$)/.exec(line) ?? []
    if (word === '##')
      cases.push({
        title: rest,
        sheets: [],
        text: [],
        scans: [],
        packs: new Map(),
        only: [],
        asks: false,
        columns: '',
        sheet: '',
        lines: [],
        left: [],
      })
    if (!now || word === '') {
      if (line !== '' && !line.startsWith('#')) throw new Error(`What is this line of the table: ${line}`)
      continue
    }
    const open = () => {
      if (now.sheets.length === 0) now.sheets.push({ name: 'Sheet1', isHidden: false, hiddenColumns: [], rows: [] })
      return now.sheets.at(-1) as Sheet // one was just put in
    }
    if (word.startsWith('|'))
      open().rows.push({ cells: rest.split('|').map((cell) => written(cell.trim())), isHidden: word === '|h' })
    else if (word === '>') now.text.push(written(rest))
    else if (word === '=') now.lines.push(written(rest))
    else if (word === 'asks') now.asks = true
    else if (word.startsWith('sheet'))
      now.sheets.push({ name: rest, isHidden: word.includes('hidden'), hiddenColumns: [], rows: [] })
    else if (word === 'hidden columns:') open().hiddenColumns = rest.split(' ').map(columnAt)
    else if (word === 'scan:') now.scans.push(written(rest))
    else if (word === 'packs:')
      for (const pack of rest.split(', ')) {
        const [code = '', ...sizes] = written(pack).split(' ')
        now.packs.set(code, sizes.map(Number))
      }
    else if (word === 'only:') now.only = rest.split(' ') as Source[]
    else if (word === 'columns:') now.columns = rest
    else if (word === 'reads:') now.sheet = rest
    else if (word === 'left:') now.left = rest.split(' ')
  }
  return cases
}

const columnAt = (name: string): number => name.charCodeAt(0) - 65
const nameOf = (column: number | null): string => (column === null ? '-' : String.fromCharCode(65 + column))

/** The sources in which a case can be expressed. */
const sourcesOf = ({ sheets, scans, only }: Case): Source[] => {
  const isPlain = sheets.length <= 1 && sheets.every((sheet) => sheet.hiddenColumns.length === 0 && !sheet.isHidden)
  const hasHidden = sheets.some(({ rows }) => rows.some(({ isHidden }) => isHidden))
  const all: Source[] = isPlain && !hasHidden ? ['paste', 'csv', 'workbook'] : ['workbook']
  if (scans.length > 0) all.push('scan')
  return all.filter((source) => only.length === 0 || only.includes(source))
}

const rowsOf = ({ sheets: [sheet], text, scans }: Case): string[][] =>
  sheet ? sheet.rows.map(({ cells }) => cells) : [...text, ...scans].map((line) => line.split('\t'))

const encodings = ['utf-8', 'utf-8 with mark', 'windows-1252', 'utf-16le'] as const

const encoded = (text: string, encoding: (typeof encodings)[number]): Uint8Array => {
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'windows-1252' && !/[^\0-\u007f\u00a0-\u00ff]/.test(text)) return Buffer.from(`${text}`, 'latin1')
  return Buffer.from(`${encoding === 'utf-8 with mark' ? '\ufeff' : ''}${text}`)
}

const csvCell = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const csvFile = (one: Case, at: number): File => {
  const delimiter = at % 3 === 0 ? ';' : ','
  const text = one.sheets[0]
    ? rowsOf(one)
        .map((cells) => cells.map((cell) => csvCell(cell, delimiter)).join(delimiter))
        .join('\r\n')
    : [...one.text, ...one.scans].join('\r\n')
  return new File([new Uint8Array(encoded(text, encodings[at % 4] ?? 'utf-8'))], one.sheets[0] ? 'a.csv' : 'a.txt')
}

/** Whole numbers become numeric cells, as Excel converts typed input. */
const cellOf = (cell: string): string | number | null => {
  if (cell === '') return null
  return String(Number(cell)) === cell ? Number(cell) : cell
}

const workbookFile = async (one: Case, at: number): Promise<File> => {
  const sheets =
    one.sheets.length > 0
      ? one.sheets
      : [
          {
            name: 'Sheet1',
            isHidden: false,
            hiddenColumns: [],
            rows: rowsOf(one).map((cells) => ({ cells, isHidden: false })),
          },
        ]
  // Workbooks of two writer libraries, alternating.
  if (at % 2 === 0) {
    const book = utils.book_new()
    for (const [place, { name, rows, isHidden, hiddenColumns }] of sheets.entries()) {
      const sheet = utils.aoa_to_sheet(rows.map(({ cells }) => cells.map(cellOf)))
      sheet['!rows'] = rows.map((row) => ({ hidden: row.isHidden }))
      sheet['!cols'] = Array.from({ length: 26 }, (_, column) => ({ hidden: hiddenColumns.includes(column) }))
      utils.book_append_sheet(book, sheet, name)
      if (isHidden) utils.book_set_sheet_visibility(book, place, 1)
    }
    const bookType = at % 4 === 0 ? 'xlsx' : 'xlsb'
    return new File([new Uint8Array(write(book, { type: 'buffer', bookType }) as Uint8Array)], `a.${bookType}`)
  }
  const content = await writeXlsx({
    sheets: sheets.map(({ name, rows, isHidden, hiddenColumns }) => ({
      name,
      hidden: isHidden,
      rows: rows.map(({ cells }) => cells.map(cellOf)),
      rowDefs: new Map(rows.flatMap((row, place) => (row.isHidden ? [[place, { hidden: true }]] : []))),
      columns: Array.from({ length: 26 }, (_, column) => ({ hidden: hiddenColumns.includes(column) })),
    })),
  } as never)
  return new File([new Uint8Array(content)], 'a.xlsx')
}

const sheetsOf = async (one: Case, source: Source, at: number): Promise<readonly SourceSheet[]> => {
  if (source === 'scan') return [rowsOfScans(one.scans)]
  if (source === 'paste') {
    const text = one.sheets[0]
      ? rowsOf(one)
          .map((cells) => cells.join('\t'))
          .join('\r\n')
      : [...one.text, ...one.scans].join('\n')
    return [rowsOfText(text)]
  }
  const file = source === 'csv' ? csvFile(one, at) : await workbookFile(one, at)
  return rawSheets(await readSheets(file, () => {}, { asShown: true }))
}

const lineAs = ({ code, quantity, unit, said, problem }: OrderReading['lines'][number]): string =>
  problem ? `${code} ? ${problem}${said ? ` “${said}”` : ''}` : [code, quantity, unit].filter(Boolean).join(' ')

const found = (reading: OrderReading, sheets: readonly SourceSheet[], one: Case) => ({
  asks: !reading.isSure,
  columns:
    one.columns && reading.columns
      ? [reading.columns.code, reading.columns.quantity, reading.columns.unit].map(nameOf).join(' ')
      : one.columns && 'none',
  sheet: one.sheet && (sheets[reading.sheet]?.name ?? ''),
  lines: reading.isSure ? reading.lines.map(lineAs) : [],
  left: one.left.length > 0 ? reading.leftOut.map(({ what }) => what).toSorted() : [],
})

const expected = (one: Case, source: Source) => ({
  asks: one.asks,
  columns: one.columns,
  sheet: one.sheet,
  lines: one.scans.length > 0 && source !== 'scan' ? one.scans.map((code) => `${code} ? noQuantity`) : one.lines,
  left: one.left.toSorted(),
})

const cases = readCases()
const counts = new Map<Source, number>()

for (const [at, one] of cases.entries())
  for (const source of sourcesOf(one)) {
    counts.set(source, (counts.get(source) ?? 0) + 1)
    test(`${source}: ${one.title}`, async () => {
      const sheets = await sheetsOf(one, source, at)
      const packsOf = one.packs.size > 0 ? (code: string) => one.packs.get(code) ?? [] : undefined
      const reading = readOrderSheets(sheets, { packsOf })
      assert.deepEqual(found(reading, sheets, one), expected(one, source))
    })
  }

test('the table has enough cases for every source', () => {
  assert.ok(cases.length >= 150, String(cases.length))
  for (const source of ['paste', 'csv', 'workbook', 'scan'] as const) assert.ok((counts.get(source) ?? 0) >= 5, source)
})
