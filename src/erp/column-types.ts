/** What the database does not know of these columns. */
export interface ErpColumns {
  'erp_run.kind': string
  'erp_run.notes': string[]
  'erp_sync.kind': string
}
