import type { Workbook } from 'hucre'
import type { SheetCell } from '../match-columns.ts'
import { makeCsvReader, readAgain } from '#shared/read-csv.ts'
import { isBareBook, isUtf16, kindOf, otherSheetsIn, UnreadableFile } from './check-file.ts'
import { type BookSheet, type Merge, plainCell } from './book-sheet.ts'

/** Some rows of a sheet that follow one another, and the place of the first. */
export interface Lot {
  start: number
  rows: SheetCell[][]
}

export interface SheetData {
  name: string
  count: number
  first: SheetCell[][]
  lotAt(row: number): Promise<Lot>
}

type Progress = (done: number, total: number) => void

const mostRows = 300_000

/** The sheets of a file as plain texts, numbers and flags; refused in a sentence when it cannot be read. */
export const readSheets = async (file: File, progress: Progress): Promise<SheetData[]> => {
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer())
  const isContainer = head[0] === 0xd0 || head[0] === 0x50 || isBareBook(head)
  const bytes = isContainer && file.size <= 64 * 1024 * 1024 ? new Uint8Array(await file.arrayBuffer()) : head
  const kind = kindOf(bytes, file.name, file.size)
  const sheets = kind === 'csv' ? await readText(file, head, progress) : await readBook(bytes, kind)
  if (sheets.length === 0) throw new UnreadableFile('This file holds no rows.')
  return sheets
}

const isFilled = (row: SheetCell[]): boolean => row.some((cell) => cell !== null && cell !== '')

/** The rows of a large file are more than a tab should hold: they are read once to know them, and again where they are wanted. */
const readText = async (file: File, head: Uint8Array, progress: Progress): Promise<SheetData[]> => {
  const decoder = new TextDecoder(await encodingOf(file, head))
  const reader = makeCsvReader(refuse)
  const lots: { start: number; text: Blob }[] = []
  const first: SheetCell[][] = []
  let count = 0
  let hasRows = false
  for (let at = 0; at < file.size; at += bytesAtATime) {
    const bytes = await file.slice(at, at + bytesAtATime).arrayBuffer()
    const isLast = at + bytesAtATime >= file.size
    for (const { rows, text } of reader.read(decoder.decode(bytes, { stream: !isLast }), isLast)) {
      // Kept by the browser, outside of the tab.
      lots.push({ start: count, text: new Blob([text]) })
      if (first.length < mostFirst) first.push(...rows.slice(0, mostFirst - first.length))
      hasRows ||= rows.some(isFilled)
      count += rows.length
    }
    refuseTooLong(count)
    progress(at + bytes.byteLength, file.size)
  }
  const delimiter = reader.delimiter()
  const lotAt = async (row: number): Promise<Lot> => {
    const { start = 0, text } = lots.findLast((lot) => lot.start <= row) ?? {}
    return { start, rows: text ? readAgain(await text.text(), delimiter) : [] }
  }
  return hasRows ? [{ name: file.name, count, first, lotAt }] : []
}

const bytesAtATime = 256 * 1024
const mostFirst = 50
const refuse = (sentence: string) => new UnreadableFile(sentence)

const refuseTooLong = (rows: number): void => {
  if (rows > mostRows) throw new UnreadableFile('This file holds more than 300,000 rows. Split it.')
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
    refuseTooLong(rows.length)
    for (const merge of merges) fillDown(rows, merge)
  }
  // Of two that fit the one that people see is meant: last year's is often kept behind it.
  const ordered = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  return ordered.flatMap(({ name, rows }) =>
    rows.some(isFilled)
      ? [{ name, count: rows.length, first: rows.slice(0, mostFirst), lotAt: async () => ({ start: 0, rows }) }]
      : [],
  )
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
  book.sheets.map(({ name, rows, cells, merges = [], hidden = false, veryHidden = false }) => {
    const plain = rows.map((row) => row.map(plainCell))
    // A formula that was never calculated has no value to import.
    for (const [place, cell] of cells ?? []) {
      const [row = -1, column = -1] = place.split(',').map(Number)
      const target = plain[row]
      if (cell.formula && target && (target[column] ?? null) === null) target[column] = '#FORMULA'
      if (cell.type === 'error' && target && (target[column] ?? null) === null) target[column] = '#N/A'
    }
    return { name, rows: plain, merges, isHidden: hidden || veryHidden }
  })

/** A value that was merged over several rows belongs to each of them. */
const fillDown = (rows: SheetCell[][], { startRow, startCol, endRow }: Merge): void => {
  const value = rows[startRow]?.[startCol] ?? null
  for (let row = startRow + 1; row <= Math.min(endRow, rows.length - 1); row++) {
    const cells = rows[row]
    if (cells && (cells[startCol] ?? null) === null) cells[startCol] = value
  }
}
