import { textOf } from '../sheet-cell.ts'
import type { Merge, SheetData } from './book-sheet.ts'

/** The raw content of a sheet, up to a limit, before its columns are recognized. */
export interface RawSheet {
  name: string
  rows: { at: number; cells: string[]; isHidden: boolean }[]
  hiddenColumns: number[]
  rowsPastLimit: number
  isHidden: boolean
  isDelimited: boolean
}

const maxRawRows = 20_000
const maxRawColumns = 100

/** All rows with content of all sheets, with hidden ones marked. */
export const rawSheets = (sheets: readonly SheetData[], most = maxRawRows): Promise<RawSheet[]> =>
  Promise.all(sheets.map((sheet) => rawSheet(sheet, most)))

const rawSheet = async (sheet: SheetData, most: number): Promise<RawSheet> => {
  const rows: RawSheet['rows'] = []
  let rowsPastLimit = 0
  for (let at = 0; at < sheet.count;) {
    const lot = await sheet.lotAt(at)
    if (lot.rows.length === 0) break
    for (const [place, row] of lot.rows.entries()) {
      const number = lot.start + place
      const cells = row.slice(0, maxRawColumns).map((cell, column) => {
        const text = textOf(cell)
        return typeof cell === 'number' && isMerged(sheet.merges, number, column) ? `${text} (merged cells)` : text
      })
      if (cells.every((cell) => cell === '')) continue
      if (rows.length < most) rows.push({ at: number + 1, cells, isHidden: sheet.hiddenRows.has(number) })
      else rowsPastLimit += 1
    }
    at = lot.start + lot.rows.length
  }
  const { name, isHidden, isDelimited, hiddenColumns } = sheet
  return { name, rows, hiddenColumns: [...hiddenColumns], rowsPastLimit, isHidden, isDelimited }
}

/** A number merged across rows is marked, because it is unclear which row it belongs to. */
const isMerged = (merges: readonly Merge[], row: number, column: number): boolean =>
  merges.some((merge) => merge.startCol === column && row >= merge.startRow && row <= merge.endRow)
