import { type CellObject, read, set_cptable } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import type { SheetCell } from '../sheet-cell.ts'
import { type BookPart, plainCell, type ReadAs } from './book-sheet.ts'
import { UnreadableFile } from './check-file.ts'

/** The worksheets of a binary workbook of any Excel version; chart, macro and dialog sheets are skipped. */
export const readOldBook = (bytes: Uint8Array, { mostRows, asShown }: ReadAs & { mostRows: number }): BookPart[] => {
  set_cptable(codePages)
  const { SheetNames: names, Sheets: sheets, Workbook: book } = opened(bytes, mostRows)
  // Visual Basic modules are listed as sheets as well, but have no data.
  if (names.every((name) => !sheets[name])) throw new UnreadableFile('This file is damaged: its sheets are missing.')
  return names.flatMap((name, at) => {
    const sheet = sheets[name]
    if (!sheet || (sheet['!type'] ?? 'sheet') !== 'sheet') return []
    const readInto: BookPart['readInto'] = async (kept) => {
      const rows = sheet['!data'] ?? []
      const cellOf = asShown ? shownCell : plainCellOf
      for (const [place, row] of rows.entries()) kept.add(place, Array.from(row ?? [], cellOf))
      for (const [place, row] of (sheet['!rows'] ?? []).entries()) if (row?.hidden) kept.hideRow(place)
      for (const [place, column] of (sheet['!cols'] ?? []).entries()) if (column?.hidden) kept.hideColumns(place, place)
      for (const { s, e } of sheet['!merges'] ?? [])
        kept.merge({ startRow: s.r, startCol: s.c, endRow: Math.min(e.r, rows.length - 1) })
    }
    return [{ name, isHidden: (book?.Sheets?.[at]?.Hidden ?? 0) > 0, readInto }]
  })
}

const opened = (bytes: Uint8Array, sheetRows: number) => {
  try {
    // cellStyles: this library only reads hidden columns with the styles.
    return read(bytes, { type: 'array', dense: true, cellDates: true, cellStyles: true, UTC: true, sheetRows })
  } catch (error) {
    if (error instanceof Error && /workbook stream/i.test(error.message))
      throw new UnreadableFile('This file contains no workbook. Choose an .xlsx, .xls or .csv file.', { cause: error })
    throw error
  }
}

/** Keeps the currency or percent sign of a number. */
const shownCell = (cell: CellObject | undefined): SheetCell =>
  cell?.t === 'n' && /[$€£¥%]/.test(cell.w ?? '') ? (cell.w ?? '').trim() : plainCellOf(cell)

const plainCellOf = (cell: CellObject | undefined): SheetCell => {
  if (!cell || cell.t === 'z') return null
  // A formula that was never calculated has no value to import.
  if (cell.v === undefined) return cell.f ? '#FORMULA' : null
  return cell.t === 'e' ? (cell.w ?? '#N/A') : plainCell(cell.v)
}
