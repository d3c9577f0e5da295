import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { ImportSettings, ShownRow } from './import-shapes.ts'
import { attempt, BadRow } from './read-row.ts'
import type { RowMargin } from './row-margins.ts'

export interface StoredRow {
  row: number
  facts: unknown
}

/** The result of checking a row against the current data. */
export interface CheckedRow {
  row: number
  /** Identifies the subject of the row; empty if it has none. */
  code: string
  verdict: 'new' | 'changed' | 'unchanged' | 'refused'
  shown: ShownRow
  /** The existing values that the row sets, and whether it changes them by a wide margin. */
  margin?: RowMargin | undefined
}

export type ImportChange = Pick<Row<'import_change'>, 'row' | 'product_id' | 'before' | 'after'>

/** A refused row, with what identifies it. */
export const refusedRow = (row: number, labels: ShownRow, reason: string) => ({
  row,
  code: '',
  verdict: 'refused' as const,
  shown: { ...labels, reason },
})

/** Checks each row. A BadRow refuses its own row only. */
export const checkEach = <Sent extends { row: number }, Checked extends CheckedRow>(
  rows: readonly Sent[],
  labelsOf: (sent: Sent) => ShownRow,
  check: (sent: Sent) => Checked,
): (Checked | CheckedRow)[] =>
  rows.map((one) => {
    const checked = attempt(() => check(one))
    return checked instanceof BadRow ? refusedRow(one.row, labelsOf(one), checked.message) : checked
  })

/** An external picture for the product of a row. */
export interface RowPicture {
  row: number
  url: string
  /** Empty until a new product is written. */
  productId: string
  /** The current picture of the product. */
  image: string
}

export interface ImportOptions extends ImportSettings {
  /** When the stock in the file was counted. */
  counted: Date
}

interface Writing {
  rows: StoredRow[]
  how: ImportOptions
  actorId: string | null
}

/** What differs between kinds of imports: how rows are checked, written and reverted. */
export interface ImportKind {
  /** Whether the first of two duplicate rows counts; otherwise neither does. */
  firstCounts: boolean
  duplicateMessage: (first: number, second: number) => string
  check: (db: Db | Tx, rows: StoredRow[], how: ImportOptions) => Promise<CheckedRow[]>
  /** Checks the rows again under locks and writes them. */
  write: (
    tx: Tx,
    writing: Writing,
  ) => Promise<{ judged: CheckedRow[]; changes: ImportChange[]; pictures?: RowPicture[] }>
  /** Returns why rows were not reverted, by row number. */
  revert: (tx: Tx, changes: ImportChange[], actorId: string | null) => Promise<Map<number, string>>
  /** The action in the audit trail. */
  action: string
}

export const importOptions = ({
  settings,
  created_at,
}: Pick<Row<'import'>, 'settings' | 'created_at'>): ImportOptions => {
  const said = settings.countedAt === null ? created_at : new Date(settings.countedAt)
  return { ...settings, counted: said < created_at ? said : created_at }
}
