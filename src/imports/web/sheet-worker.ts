import type { RowsPart } from '../import-shapes.ts'
import type { ImportOf, SheetField } from '../import-fields.ts'
import { findHeaderRow, findSheet, hasElevenDigits, joinColumns, namedIn } from '../match-columns.ts'
import { type SheetCell, textOf } from '#spreadsheets/sheet-cell.ts'
import type { Lot, SheetData } from '#spreadsheets/web/book-sheet.ts'
import { sentenceFor } from '#spreadsheets/web/check-file.ts'
import { rawSheets } from '#spreadsheets/web/raw-rows.ts'
import { readSheets } from '#spreadsheets/web/read-sheets.ts'

/** A sheet as the wizard shows it: its first rows and its length. */
export interface SheetSummary {
  name: string
  count: number
  first: string[][]
  headerRow: number
  isHidden: boolean
  /** Rows hidden by the user or by a filter. */
  hiddenRows: number
  hiddenColumns: readonly number[]
  /** The number of columns after the last one shown. */
  columnsPast: number
}

export interface Opened {
  sheets: SheetSummary[]
  likeliest: number
}

export interface ChosenColumns {
  sheet: number
  headerRow: number
  fields: (SheetField | null)[]
  /** Whether hidden rows are included. */
  takesHidden: boolean
}

export interface Chosen {
  total: number
  elevenDigits: boolean
}

export interface WrittenPart {
  /** The request body, serialized here to save the page time and memory. */
  body: Blob
  next: number
}

export type ReaderRequest =
  | { kind: 'open'; file: File; of: ImportOf }
  | ({ kind: 'choose' } & ChosenColumns)
  | { kind: 'raw'; file: File }
  | { kind: 'part'; start: number; most: number }

export type ReaderReply =
  | { id: number; kind: 'progress'; done: number; total: number }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; message: string }

const rowsShown = 30
const columnsShown = 80
const maxTextLength = 2_000_000

let sheets: SheetData[] = []
let fields: (SheetField | null)[] = []
let places: number[] = []
let chosen: SheetData | undefined
let lot: Lot = { start: 0, rows: [] } // the last lot that was read

const open = async (file: File, of: ImportOf, id: number): Promise<Opened> => {
  let told = 0
  sheets = await readSheets(file, (done, total) => {
    if (done - told < total / 100) return
    told = done
    notify({ id, kind: 'progress', done, total })
  })
  return {
    sheets: sheets.map(({ name, count, first, isHidden, hiddenRows, hiddenColumns }) => ({
      name,
      count,
      isHidden,
      hiddenRows: [...hiddenRows].filter((at) => at < count).length,
      hiddenColumns,
      columnsPast: Math.max(0, ...first.map((row) => row.length - columnsShown)),
      first: first.slice(0, rowsShown).map((row) => row.slice(0, columnsShown).map(textOf)),
      headerRow: findHeaderRow(
        first.slice(0, rowsShown).map((row) => row.map(textOf)),
        of,
      ),
    })),
    likeliest: findSheet(
      sheets.map(({ first }) => first.map((row) => row.map(textOf))),
      of,
    ),
  }
}

const choose = async ({ sheet, headerRow, fields: given, takesHidden }: ChosenColumns): Promise<Chosen> => {
  fields = given
  chosen = sheets[sheet]
  lot = { start: 0, rows: [] }
  places = []
  const ndc = fields.indexOf('ndcNumber')
  const codes = new Set<string>()
  for (let at = headerRow + 1; at < (chosen?.count ?? 0); at++) {
    if (!takesHidden && chosen?.hiddenRows.has(at)) continue
    const row = await rowAt(at)
    if (!fields.some((field, column) => field && textOf(row[column]) !== '')) continue
    places.push(at)
    // Only codes without dashes show how many digits the file uses.
    const code = textOf(row[ndc])
    if (/^\d{1,11}$/.test(code)) codes.add(code)
  }
  return { total: places.length, elevenDigits: hasElevenDigits(codes) }
}

/** Asynchronous only at the start of the next lot. */
const rowAt = (at: number): SheetCell[] | Promise<SheetCell[]> => lot.rows[at - lot.start] ?? nextLot(at)

const nextLot = async (at: number): Promise<SheetCell[]> => {
  lot = (await chosen?.lotAt(at)) ?? { start: 0, rows: [] }
  return lot.rows[at - lot.start] ?? []
}

/** Each row has its number in the sheet, then the cells of the fields in their order. */
const write = async (start: number, most: number): Promise<WrittenPart> => {
  const rows: SheetCell[][] = []
  const named = namedIn(fields)
  let text = 0
  let next = start
  while (next < places.length && rows.length < most && text < maxTextLength) {
    const at = places[next++] ?? 0
    const values = joinColumns(await rowAt(at), fields)
    text += Object.values(values).reduce<number>((sum, value) => sum + String(value).length + 16, 0)
    rows.push([at + 1, ...named.map((field) => values[field] ?? null)])
  }
  const part: RowsPart = { start, fields: named, rows }
  return { body: new Blob([JSON.stringify(part)]), next }
}

const notify = (message: ReaderReply): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<{ id: number; asked: ReaderRequest }>) => {
  const { id, asked } = data
  const answer = async () => {
    if (asked.kind === 'open') return open(asked.file, asked.of, id)
    if (asked.kind === 'raw') return rawSheets(await readSheets(asked.file, () => {}, { asShown: true }))
    if (asked.kind === 'choose') return choose(asked)
    return write(asked.start, asked.most)
  }
  answer().then(
    (value) => notify({ id, kind: 'done', value }),
    (error: unknown) => notify({ id, kind: 'failed', message: sentenceFor(error) }),
  )
})
