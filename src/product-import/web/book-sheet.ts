import type { SheetCell } from '../match-columns.ts'

export interface Merge {
  startRow: number
  startCol: number
  endRow: number
}

/** A sheet of a workbook, before merged cells are filled. */
export interface BookSheet {
  name: string
  rows: SheetCell[][]
  merges: Merge[]
  isHidden: boolean
}

/** A cell as texts, numbers and flags: a day as its date, a moment that is none as the error it is. */
export const plainCell = (cell: string | number | boolean | Date | null): SheetCell => {
  if (!(cell instanceof Date)) return cell
  return Number.isNaN(cell.getTime()) ? '#N/A' : cell.toISOString().replace(/T00:00:00\.000Z$/, '')
}
