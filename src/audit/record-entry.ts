import { type AuditEntry, recordAll } from '#platform/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

export { type AuditEntry, recordAll } from '#platform/record-entry.ts'

/** Records who did what, in the transaction of the change. Entries must not contain secrets. */
export const recordAudit = async (tx: Db | Tx, entry: AuditEntry): Promise<void> => {
  await recordAll(tx, [entry])
}
