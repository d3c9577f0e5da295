import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { tellWorkers } from '#platform/jobs/queue.ts'

/** So far away that it is a mark, and no day. */
const held = sql<Date>`timestamptz '9999-01-01 00:00:00+00'`

/** What tells somebody beyond the portal something: people, the ERP, payment providers. */
const outgoing = sql<boolean>`split_part(kind, '.', 1) in ('mail', 'erp', 'payments', 'accounts', 'inventory')`

/** Puts off all that waits to go out, until `releaseJobs`; says how much that is. */
export const holdJobs = async (db: Db): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ run_at: held, locked_until: null })
    .where('failed_at', 'is', null)
    .where(outgoing)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const releaseJobs = async (db: Db): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ run_at: sql<Date>`now()` })
    .where('run_at', '=', held)
    .executeTakeFirst()
  await sql`select ${tellWorkers}`.execute(db)
  return Number(numUpdatedRows)
}
