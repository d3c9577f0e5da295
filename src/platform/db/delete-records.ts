import { sql } from 'kysely'
import type { Tx } from './tables.ts'

/**
 * Runs deletions from tables with a retention period, which the database refuses elsewhere: a purge that is due, or lines
 * that the ERP replaces after the audit trail has the former ones.
 */
export const deleteRecords = async (tx: Tx, work: () => Promise<void>): Promise<void> => {
  await sql`select set_config('apotheca.deletes_records', 'yes', true)`.execute(tx)
  await work()
  await sql`select set_config('apotheca.deletes_records', '', true)`.execute(tx)
}
