import type { SheetCell } from '../sheet-cell.ts'
import {
  isFilled,
  type SheetRows,
  type Lot,
  type Merge,
  maxFirst,
  maxRows,
  refuseTooLong,
  type SheetData,
} from './book-sheet.ts'
import { UnreadableFile } from './check-file.ts'

interface Context extends SheetRows {
  /** Null if the sheet is empty. */
  end(): Promise<SheetData | null>
}

// Small enough that the garbage collector frees each chunk before it is promoted to the old generation.
const rowsALot = 500

/** The same limit as for a .csv, because a million cells can share a short text. */
const maxLetters = 200 * 1024 * 1024
const maxMerges = 300_000
const maxHidden = 16_384

/** Buffers the rows of a workbook in Blobs, outside of the tab's heap, and reads them back on demand. */
export const makeRowBuffer = () => {
  let letters = 0
  const keep = (rows: SheetCell[][]): Blob => {
    const text = JSON.stringify(rows)
    letters += text.length
    if (letters > maxLetters)
      throw new UnreadableFile('This file has more than 200 MB of text. Split it into smaller files.')
    return new Blob([text])
  }

  return (name: string, isHidden: boolean): Context => {
    const lots: Blob[] = []
    const merges: Merge[] = []
    const hiddenRows = new Set<number>()
    const hiddenColumns = new Set<number>()
    let rows: SheetCell[][] = []
    let first: SheetCell[][] = []
    let width = 0
    let hasRows = false
    const flush = () => {
      const blob = keep(rows)
      lots.push(blob)
      // Copied, because a substring keeps the whole string it was cut from in memory.
      if (lots.length === 1) first = JSON.parse(JSON.stringify(rows.slice(0, maxFirst))) as SheetCell[][] // parsed from the same rows
      rows = []
    }
    const count = () => lots.length * rowsALot + rows.length
    const put = (row: SheetCell[]) => {
      if (rows.length === rowsALot) flush()
      rows.push(row)
    }
    return {
      add: (at, row) => {
        refuseTooLong(at + 1)
        while (count() < at) put([])
        put(row)
        width = Math.max(width, row.length)
        hasRows ||= isFilled(row)
      },
      merge: (merge) => {
        if (merge.endRow > merge.startRow) merges.push(merge)
        if (merges.length > maxMerges) throw new UnreadableFile('This file has too many merged cells. Save it as .csv.')
      },
      hideRow: (at) => void (at < maxRows && hiddenRows.add(at)),
      hideColumns: (from, to) => {
        for (let column = from; column <= Math.min(to, from + maxHidden); column++) hiddenColumns.add(column)
      },
      end: async () => {
        const last = merges.reduce((most, { endRow }) => Math.max(most, endRow), -1)
        refuseTooLong(last + 1)
        while (count() <= last) put([])
        const total = count()
        flush()
        const lotAt = async (row: number): Promise<Lot> => {
          const at = Math.floor(row / rowsALot)
          const blob = lots[at]
          return { start: at * rowsALot, rows: blob ? (JSON.parse(await blob.text()) as SheetCell[][]) : [] } // written by `keep`
        }
        const fill = await makeFill(merges, lotAt)
        fill({ start: 0, rows: first })
        // Columns without a header count as well.
        for (const row of first) while (row.length < width) row.push(null)
        if (!hasRows) return null
        return {
          name,
          count: total,
          first,
          lotAt: async (row) => fill(await lotAt(row)),
          isHidden,
          hiddenRows,
          // Hidden columns past the last used one are empty.
          hiddenColumns: [...hiddenColumns].filter((column) => column < width),
          merges,
          isDelimited: false,
        }
      },
    }
  }
}

/** Fills a merged value into each of its rows. */
const makeFill = async (merges: Merge[], lotAt: (row: number) => Promise<Lot>) => {
  const sorted = merges.toSorted((one, other) => one.startRow - other.startRow)
  const values: SheetCell[] = []
  let lot: Lot = { start: 0, rows: [] }
  for (const { startRow, startCol } of sorted) {
    if (!lot.rows[startRow - lot.start]) lot = await lotAt(startRow)
    values.push(lot.rows[startRow - lot.start]?.[startCol] ?? null)
  }
  return ({ start, rows }: Lot): Lot => {
    for (const [at, { startRow, startCol, endRow }] of sorted.entries()) {
      if (startRow >= start + rows.length) break
      for (let row = Math.max(startRow + 1, start); row <= Math.min(endRow, start + rows.length - 1); row++) {
        const cells = rows[row - start] ?? []
        while (cells.length < startCol) cells.push(null)
        cells[startCol] ??= values[at] ?? null
      }
    }
    return { start, rows }
  }
}
