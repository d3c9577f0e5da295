import type { SheetCell } from '../sheet-cell.ts'
import { UnreadableFile } from './check-file.ts'

/** One sheet of a workbook, not yet read. */
export interface BookPart {
  name: string
  isHidden: boolean
  readInto(kept: SheetRows): Promise<void>
}

/** A sheet while it is read. */
export interface SheetRows {
  /** A row that holds something, in order; rows between that were not named hold nothing. */
  add(at: number, row: SheetCell[]): void
  merge(merge: Merge): void
  /** By somebody's hand or by a filter. */
  hideRow(at: number): void
  hideColumns(from: number, to: number): void
}

export interface Merge {
  startRow: number
  startCol: number
  endRow: number
}

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
  isHidden: boolean
  hiddenRows: ReadonlySet<number>
  hiddenColumns: readonly number[]
  /** Areas of one value over several rows. */
  merges: readonly Merge[]
  /** Divided by a sign, without cells of its own. */
  isDelimited: boolean
}

/** What is wanted of a sheet beside its values. */
export interface ReadAs {
  /** Money and shares as people see them, `$12` and `5%`: their numbers alone look like counts. */
  asShown: boolean
}

export const maxRows = 300_000
export const maxFirst = 50

export const refuseTooLong = (rows: number): void => {
  if (rows > maxRows) throw new UnreadableFile('This file has more than 300,000 rows. Split it into smaller files.')
}

export const isFilled = (row: SheetCell[]): boolean => row.some((cell) => cell !== null && cell !== '')

/** A cell as texts, numbers and flags: a day as its date, a moment that is none as the error it is. */
export const plainCell = (cell: string | number | boolean | Date | null): SheetCell => {
  if (!(cell instanceof Date)) return cell
  return Number.isNaN(cell.getTime()) ? '#N/A' : cell.toISOString().replace(/T00:00:00\.000Z$/, '')
}
