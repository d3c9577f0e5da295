import type { SheetCell } from '../sheet-cell.ts'
import { UnreadableFile } from './check-file.ts'

/** A sheet of a workbook that has not been read yet. */
export interface BookPart {
  name: string
  isHidden: boolean
  readInto(kept: SheetRows): Promise<void>
}

/** Receives the content of a sheet while it is read. */
export interface SheetRows {
  /** A row with content, in ascending order; skipped rows are empty. */
  add(at: number, row: SheetCell[]): void
  merge(merge: Merge): void
  /** Hidden by the user or by a filter. */
  hideRow(at: number): void
  hideColumns(from: number, to: number): void
}

export interface Merge {
  startRow: number
  startCol: number
  endRow: number
}

/** A chunk of consecutive rows and the index of the first. */
export interface Lot {
  start: number
  rows: SheetCell[][]
}

export interface SheetData {
  name: string
  count: number
  first: SheetCell[][]
  lotAt(row: number): Promise<Lot>
  isHidden: boolean
  hiddenRows: ReadonlySet<number>
  hiddenColumns: readonly number[]
  /** Areas with one value across several rows. */
  merges: readonly Merge[]
  /** From a delimited text file, which has no real cells. */
  isDelimited: boolean
}

/** Options of reading cell values. */
export interface ReadAs {
  /** Reads money and percentages as displayed, `$12` and `5%`, because the bare numbers look like counts. */
  asShown: boolean
}

export const maxRows = 300_000
export const maxFirst = 50

export const refuseTooLong = (rows: number): void => {
  if (rows > maxRows) throw new UnreadableFile('This file has more than 300,000 rows. Split it into smaller files.')
}

export const isFilled = (row: SheetCell[]): boolean => row.some((cell) => cell !== null && cell !== '')

/** Converts a cell value: dates become ISO texts, invalid dates an error value. */
export const plainCell = (cell: string | number | boolean | Date | null): SheetCell => {
  if (!(cell instanceof Date)) return cell
  return Number.isNaN(cell.getTime()) ? '#N/A' : cell.toISOString().replace(/T00:00:00\.000Z$/, '')
}
