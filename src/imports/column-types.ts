import type { ImportCounts, ImportSettings, ShownRow } from './import-shapes.ts'

/** Column types that the database schema does not define. */
export interface ImportsColumns {
  'import.counts': ImportCounts
  'import.result': Omit<ImportCounts, 'noted'>
  'import.settings': ImportSettings
  'import_change.after': Record<string, unknown>
  'import_change.before': Record<string, unknown>
  'import_row.shown': ShownRow
}
