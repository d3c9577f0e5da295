import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { ImportSettings, ShownRow } from './import-shapes.ts'
import type { PictureInput } from './check-row.ts'
import type { RowMargin } from './row-margins.ts'

/** A row as it is kept. */
interface StoredRow {
  row: number
  facts: unknown
}

/** What a row means for what is there now. */
export interface CheckedRow {
  row: number
  /** What it is about; empty where that cannot be said. */
  code: string
  verdict: 'new' | 'changed' | 'unchanged' | 'refused'
  shown: ShownRow
  /** What it touches of what is there, and whether it changes that by a wide margin. */
  margin?: RowMargin | undefined
}

export type ImportChange = Pick<Row<'import_change'>, 'row' | 'product_id' | 'before' | 'after'>

/** A picture from elsewhere that a row wants its product to show. */
export interface RowPicture extends PictureInput {
  row: number
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

/** What differs between imports: what a row is, what it changes, and how that is taken back. */
export interface ImportKind {
  /** Of two rows about the same the first counts, or none. */
  firstCounts: boolean
  duplicateMessage: (first: number, second: number) => string
  check: (db: Db | Tx, rows: StoredRow[], how: ImportOptions) => Promise<CheckedRow[]>
  /** Judges again what it locks, and writes it. */
  write: (
    tx: Tx,
    writing: Writing,
  ) => Promise<{ judged: CheckedRow[]; changes: ImportChange[]; pictures?: RowPicture[] }>
  /** Why a row was not taken back, by its number. */
  revert: (tx: Tx, changes: ImportChange[], actorId: string | null) => Promise<Map<number, string>>
  /** What the trail calls it. */
  action: string
}

export const importOptions = ({
  settings,
  created_at,
}: Pick<Row<'import'>, 'settings' | 'created_at'>): ImportOptions => {
  const said = settings.countedAt === null ? created_at : new Date(settings.countedAt)
  return { ...settings, counted: said < created_at ? said : created_at }
}
