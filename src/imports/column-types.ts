import type { ImportCounts, ImportSettings, ShownRow } from './import-shapes.ts'

/** What the database does not know of these columns. */
export interface ImportsColumns {
  'import.counts': ImportCounts
  'import.result': Omit<ImportCounts, 'noted'>
  'import.settings': ImportSettings
  'import_change.after': Record<string, unknown>
  'import_change.before': Record<string, unknown>
  'import_row.shown': ShownRow
}
