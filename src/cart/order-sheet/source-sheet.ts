/** A row as read from the source. */
export interface SourceRow {
  /** The line or row number, from 1. */
  at: number
  cells: readonly string[]
  /** The original line before it was split into cells, if any. */
  text?: string | undefined
  isHidden?: boolean | undefined
}

/** Pasted text, a CSV file, one sheet of a workbook or scanned codes. */
export interface SourceSheet {
  /** Empty if the source has only one sheet. */
  name: string
  rows: readonly SourceRow[]
  hiddenColumns?: readonly number[] | undefined
  /** The number of rows beyond the limit, which were not read. */
  rowsPastLimit?: number | undefined
  isHidden?: boolean | undefined
  /** Split at a delimiter, so an extra or missing one shifts all following cells. */
  isDelimited?: boolean | undefined
  /** Each row is a scanned code for one package. */
  isScanned?: boolean | undefined
}

export const textOfRow = ({ cells, text }: SourceRow): string =>
  text ??
  cells
    .map((cell) => cell.trim())
    .join('\t')
    .trim()

/** Spreadsheet column names: A, B … Z, AA. */
export const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
