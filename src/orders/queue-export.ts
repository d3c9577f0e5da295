import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue, type NewJob, wakeJob } from '#platform/jobs/queue.ts'

export const exportKind = 'erp.export-order'
export const erpLane = 'erp'
/** Everything that reads runs one after the other, beside the orders that are placed. */
export const feedLane = 'erp-feeds'

export const exportJob = (orderId: string): NewJob => ({
  kind: exportKind,
  lane: erpLane,
  payload: { orderId },
  key: orderId,
})

/** In the transaction that placed or released the order, so that none is forgotten. */
export const queueExport = (tx: Db | Tx, orderId: string): Promise<void> => enqueue(tx, exportJob(orderId))

/** `Try to sync`: sends nothing by itself, so pressing it twice is harmless. False when there is nothing to try. */
export const retryExport = async (tx: Tx, orderId: string): Promise<boolean> => {
  const order = await tx
    .updateTable('sales_order')
    .where('id', '=', orderId)
    .where('deleted_at', 'is', null)
    .where('erp_state', 'in', ['waiting', 'sending', 'unknown', 'rejected', 'conflict'])
    .set({
      // What a person decided about a conflict shows when the ERP is asked again.
      erp_state: sql`case erp_state when 'rejected' then 'waiting' when 'conflict' then 'unknown' else erp_state end`,
    })
    .returning('id')
    .executeTakeFirst()
  if (!order) return false
  // The lane before the job, as a claim locks them.
  await tx.updateTable('lane').where('name', '=', erpLane).set({ paused_until: null }).execute()
  await queueExportNow(tx, orderId)
  await tx
    .updateTable('erp_circuit')
    .where('opened_at', 'is not', null)
    .set({ retry_at: sql<Date>`now()` })
    .execute()
  return true
}

/** As soon as the lane is free, whatever had been decided about waiting or giving up. */
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

/** Asked for each half of the jobs apart, because each half has an index; without, every order would walk through all jobs. */
const hasNoJob = (half: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`not exists (
  select from job where kind = ${exportKind} and key = sales_order.id::text and ${half})`

/** A net under the queue: orders that should be on their way and have no job, not even one set aside for a person. */
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
