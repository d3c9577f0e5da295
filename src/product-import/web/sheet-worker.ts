import {
  findHeaderRow,
  findSheet,
  hasElevenDigits,
  type ImportOf,
  joinColumns,
  type SheetCell,
  type SheetField,
  textOf,
} from '../match-columns.ts'
import { sentenceFor } from './check-file.ts'
import { readSheets, type SheetData } from './read-sheets.ts'

/** A sheet as the wizard shows it: its beginning, and how long it is. */
export interface SheetSummary {
  name: string
  count: number
  first: string[][]
  headerRow: number
}

export interface Opened {
  sheets: SheetSummary[]
  likeliest: number
}

export interface Chosen {
  total: number
  elevenDigits: boolean
}

/** A row as it is sent, under the names of the fields, and where it stands in the sheet. */
export interface SentRow {
  row: number
  values: Partial<Record<SheetField, SheetCell>>
}

export interface Batch {
  rows: SentRow[]
  next: number
}

export type Asked =
  | { kind: 'open'; file: File; of: ImportOf }
  | { kind: 'choose'; sheet: number; headerRow: number; fields: (SheetField | null)[] }
  | { kind: 'rows'; start: number; most: number }

export type Told =
  | { id: number; kind: 'progress'; done: number; total: number }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; message: string }

const rowsShown = 30
const columnsShown = 80
const mostText = 2_000_000

let sheets: SheetData[] = []
let fields: (SheetField | null)[] = []
let places: number[] = []
let rows: SheetCell[][] = []

const open = async (file: File, of: ImportOf, id: number): Promise<Opened> => {
  let told = 0
  sheets = await readSheets(file, (done, total) => {
    if (done - told < total / 100) return
    told = done
    tell({ id, kind: 'progress', done, total })
  })
  return {
    sheets: sheets.map(({ name, rows: all }) => ({
      name,
      count: all.length,
      first: all.slice(0, rowsShown).map((row) => row.slice(0, columnsShown).map(textOf)),
      headerRow: findHeaderRow(
        all.slice(0, rowsShown).map((row) => row.map(textOf)),
        of,
      ),
    })),
    likeliest: findSheet(
      sheets.map(({ rows: all }) => all.slice(0, rowsShown + 20).map((row) => row.map(textOf))),
      of,
    ),
  }
}

const choose = (sheet: number, headerRow: number, chosen: (SheetField | null)[]): Chosen => {
  fields = chosen
  rows = sheets[sheet]?.rows ?? []
  places = []
  for (let at = headerRow + 1; at < rows.length; at++)
    if (fields.some((field, column) => field && textOf(rows[at]?.[column]) !== '')) places.push(at)
  const ndc = fields.indexOf('ndcNumber')
  return { total: places.length, elevenDigits: hasElevenDigits(codes(ndc)) }
}

function* codes(column: number): Generator<string> {
  for (const at of places) yield textOf(rows[at]?.[column])
}

const take = (start: number, most: number): Batch => {
  const batch: SentRow[] = []
  let text = 0
  let next = start
  while (next < places.length && batch.length < most && text < mostText) {
    const at = places[next++] ?? 0
    const values = joinColumns(rows[at] ?? [], fields)
    text += Object.values(values).reduce<number>((sum, value) => sum + String(value).length + 16, 0)
    batch.push({ row: at + 1, values })
  }
  return { rows: batch, next }
}

const tell = (message: Told): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<{ id: number; asked: Asked }>) => {
  const { id, asked } = data
  const answer = async () => {
    if (asked.kind === 'open') return open(asked.file, asked.of, id)
    if (asked.kind === 'choose') return choose(asked.sheet, asked.headerRow, asked.fields)
    return take(asked.start, asked.most)
  }
  answer().then(
    (value) => tell({ id, kind: 'done', value }),
    (error: unknown) => tell({ id, kind: 'failed', message: sentenceFor(error) }),
  )
})
