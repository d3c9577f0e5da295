/** A row as its source gave it. */
export interface SourceRow {
  /** Its line or row, from 1. */
  at: number
  cells: readonly string[]
  /** The line before it was divided into cells, where it was one. */
  text?: string | undefined
  isHidden?: boolean | undefined
}

/** Pasted text, a CSV file, one sheet of a workbook, or what a scanner read. */
export interface SourceSheet {
  /** Empty where there is only one. */
  name: string
  rows: readonly SourceRow[]
  hiddenColumns?: readonly number[] | undefined
  /** Rows that were not read any more. */
  rowsPastLimit?: number | undefined
  isHidden?: boolean | undefined
  /** Divided by a sign, so that one too many or too few moves all cells behind it. */
  isDelimited?: boolean | undefined
  /** Each row is a code that was scanned, and stands for one package. */
  isScanned?: boolean | undefined
}

export const textOfRow = ({ cells, text }: SourceRow): string =>
  text ??
  cells
    .map((cell) => cell.trim())
    .join('\t')
    .trim()

/** A, B … Z, AA, as spreadsheets call them. */
export const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
