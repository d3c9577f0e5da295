/** Column types that the schema cannot express. */
export interface ErpColumns {
  'erp_run.kind': string
  'erp_run.notes': string[]
  'erp_sync.kind': string
}
