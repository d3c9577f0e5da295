import type { Workbook } from 'hucre'
import type { SheetCell } from '../match-columns.ts'
import { readCsv } from '#shared/read-csv.ts'
import { shareCells } from './share-cells.ts'
import { isBareBook, isUtf16, kindOf, otherSheetsIn, UnreadableFile } from './check-file.ts'
import { type BookSheet, type Merge, plainCell } from './book-sheet.ts'

export interface SheetData {
  name: string
  rows: SheetCell[][]
}

type Progress = (done: number, total: number) => void

const mostRows = 300_000

/** The sheets of a file as plain texts, numbers and flags; refused in a sentence when it cannot be read. */
export const readSheets = async (file: File, progress: Progress): Promise<SheetData[]> => {
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer())
  const isContainer = head[0] === 0xd0 || head[0] === 0x50 || isBareBook(head)
  const bytes = isContainer && file.size <= 64 * 1024 * 1024 ? new Uint8Array(await file.arrayBuffer()) : head
  const kind = kindOf(bytes, file.name, file.size)
  const sheets = kind === 'csv' ? [await readText(file, head, progress)] : await readBook(bytes, kind)
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== null && cell !== '')))
  if (filled.length === 0) throw new UnreadableFile('This file holds no rows.')
  return filled
}

const readText = async (file: File, head: Uint8Array, progress: Progress): Promise<SheetData> => {
  const text = new TextDecoder(await encodingOf(file, head)).decode(await file.arrayBuffer())
  const rows: SheetCell[][] = []
  const known = new Map<string, string>()
  for (const lot of readCsv(text, (sentence) => new UnreadableFile(sentence))) {
    for (const row of lot.rows) rows.push(shareCells(row, known))
    refuseTooLong(rows)
    progress(lot.share * file.size, file.size)
  }
  return { name: file.name, rows }
}

const refuseTooLong = (rows: SheetCell[][]): void => {
  if (rows.length > mostRows) throw new UnreadableFile('This file holds more than 300,000 rows. Split it.')
}

/** UTF-8 unless its first part is none: then the code page of western Windows, which Excel still writes. */
const encodingOf = async (file: File, head: Uint8Array): Promise<string> => {
  if (isUtf16(head)) return head[0] === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(await file.slice(0, 1_000_000).arrayBuffer(), { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const readBook = async (bytes: Uint8Array, kind: 'xlsx' | 'xls'): Promise<SheetData[]> => {
  const most = mostRows + 1
  const old = kind === 'xls' && (await import('./read-old-book.ts'))
  const sheets = old ? old.readOldBook(bytes, most) : await readNewBook(bytes, most)
  for (const { rows, merges } of sheets) {
    refuseTooLong(rows)
    for (const merge of merges) fillDown(rows, merge)
  }
  return sheets.map(({ name, rows }) => ({ name, rows }))
}

/** Sheets of charts and macros are no worksheets to the reader, which gives up at them: they are left out one by one. */
const readNewBook = async (bytes: Uint8Array, maxRows: number, leftOut: string[] = []): Promise<BookSheet[]> => {
  const { readXlsx } = await import('hucre')
  try {
    return sheetsOf(await readXlsx(bytes, { maxRows, sheets: ({ name }) => !leftOut.includes(name) }))
  } catch (error) {
    const name =
      error instanceof Error ? /missing worksheet file for sheet "(.*)"$/.exec(error.message)?.[1] : undefined
    if (name === undefined || leftOut.length >= otherSheetsIn(bytes)) throw error
    return readNewBook(bytes, maxRows, [...leftOut, name])
  }
}

const sheetsOf = (book: Workbook): BookSheet[] =>
  book.sheets.map(({ name, rows, cells, merges = [] }) => {
    const plain = rows.map((row) => row.map(plainCell))
    // A formula that was never calculated has no value to import.
    for (const [place, cell] of cells ?? []) {
      const [row = -1, column = -1] = place.split(',').map(Number)
      const target = plain[row]
      if (cell.formula && target && (target[column] ?? null) === null) target[column] = '#FORMULA'
      if (cell.type === 'error' && target && (target[column] ?? null) === null) target[column] = '#N/A'
    }
    return { name, rows: plain, merges }
  })

/** A value that was merged over several rows belongs to each of them. */
const fillDown = (rows: SheetCell[][], { startRow, startCol, endRow }: Merge): void => {
  const value = rows[startRow]?.[startCol] ?? null
  for (let row = startRow + 1; row <= Math.min(endRow, rows.length - 1); row++) {
    const cells = rows[row]
    if (cells && (cells[startCol] ?? null) === null) cells[startCol] = value
  }
}
