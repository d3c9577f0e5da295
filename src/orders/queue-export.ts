import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue, type NewJob, wakeJob } from '#platform/jobs/queue.ts'

export const exportKind = 'erp.export-order'
export const erpLane = 'erp'
/** All ERP reads run one after the other in this lane, in parallel with the order exports. */
export const feedLane = 'erp-feeds'

export const exportJob = (orderId: string): NewJob => ({
  kind: exportKind,
  lane: erpLane,
  payload: { orderId },
  key: orderId,
})

/** Runs in the transaction that places or releases the order, so that no export is lost. */
export const queueExport = (tx: Db | Tx, orderId: string): Promise<void> => enqueue(tx, exportJob(orderId))

/** `Try to sync`: it only wakes the export, so it is safe to repeat. Returns false if there is nothing to retry. */
export const retryExport = async (tx: Tx, orderId: string): Promise<boolean> => {
  const order = await tx
    .updateTable('sales_order')
    .where('id', '=', orderId)
    .where('deleted_at', 'is', null)
    .where('erp_state', 'in', ['waiting', 'sending', 'unknown', 'rejected', 'conflict'])
    .set({
      // The next ERP lookup shows how the conflict was resolved there.
      erp_state: sql`case erp_state when 'rejected' then 'waiting' when 'conflict' then 'unknown' else erp_state end`,
    })
    .returning('id')
    .executeTakeFirst()
  if (!order) return false
  // Locks the lane before the job, in the same order as claiming a job does.
  await tx.updateTable('lane').where('name', '=', erpLane).set({ paused_until: null }).execute()
  await queueExportNow(tx, orderId)
  await tx
    .updateTable('erp_circuit')
    .where('opened_at', 'is not', null)
    .set({ retry_at: sql<Date>`now()` })
    .execute()
  return true
}

/** Runs as soon as the lane is free, even if the job was postponed or set aside. */
export const queueExportNow = async (tx: Tx, orderId: string): Promise<void> => {
  await tx
    .deleteFrom('job')
    .where('kind', '=', exportKind)
    .where('key', '=', orderId)
    .where('failed_at', 'is not', null)
    .execute()
  await queueExport(tx, orderId)
  await wakeJob(tx, { kind: exportKind, key: orderId })
}

/** One subquery per partial index; a single one would scan all jobs for every order. */
const hasNoJob = (half: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from job where kind = ${exportKind} and key = sales_order.id::text and ${half})`

/** Safety net for the queue: re-queues orders that should be exported but have no job, not even a failed one. */
export const queueMissedExports = async (db: Db): Promise<number> => {
  const forgotten = await db
    .selectFrom('sales_order')
    .where('erp_state', 'in', ['waiting', 'sending', 'unknown'])
    .where('deleted_at', 'is', null)
    .where(hasNoJob(sql<boolean>`failed_at is null`))
    .where(hasNoJob(sql<boolean>`failed_at is not null`))
    .orderBy('created_at')
    .orderBy('id')
    .select('id')
    .limit(1_000)
    .execute()
  for (const { id } of forgotten) await queueExport(db, id)
  return forgotten.length
}
