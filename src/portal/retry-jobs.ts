import { sql } from 'kysely'
import { exportKind } from '#orders/queue-export.ts'
import type { Db } from '#platform/db/tables.ts'

/** Retries jobs that were set aside and returns their number. Order exports are retried on the Sync page. */
export const retryJobs = async (db: Db, kind: string): Promise<number> => {
  if (kind === exportKind) throw new Error('Retry failed orders one by one on the Sync page.')
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ failed_at: null, attempts: 0, run_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('failed_at', 'is not', null)
    // A waiting job with the same key will do the same work.
    .where(
      sql<boolean>`not exists (select from job waits where waits.kind = job.kind and waits.key = job.key and waits.failed_at is null)`,
    )
    .where(
      sql<boolean>`(job.key is null or job.id = (select max(f.id::text)::uuid from job f where f.kind = job.kind and f.key = job.key and f.failed_at is not null))`,
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
