import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { enqueue, wakeJob } from '#platform/jobs/queue.ts'
import type { SyncKind } from '../contract.ts'
import { feedLane } from '#orders/queue-export.ts'

export type Run = Row<'erp_run'>

export const syncJob = (kind: SyncKind): string => `erp.sync-${kind}`

interface Query {
  kind: SyncKind
  /** The admin who started it; null for scheduled runs. */
  askedBy: string | null
  isFull?: boolean
}

/** Schedules a read of the ERP now, and returns the open run or a new one. */
export const requestSync = (db: Db, { kind, askedBy, isFull = false }: Query): Promise<Run> =>
  transaction(db, async (tx) => {
    if (askedBy) await probeNow(tx)
    const run = await openRun(tx, { kind, askedBy, isFull })
    await enqueue(tx, { kind: syncJob(kind), lane: feedLane, key: 'only' })
    // A running run is returned as it is. A waiting one is woken, because it may have been created while its job was
    // ending.
    if (run.state === 'waiting') await wakeJob(tx, { kind: syncJob(kind), key: 'only' })
    return run
  })

/** Returns the open run of this kind; there is at most one. */
export const openRun = async (tx: Db | Tx, { kind, askedBy, isFull = false }: Query): Promise<Run> => {
  const find = async (): Promise<Run> => {
    await tx
      .insertInto('erp_run')
      .values({ id: newId(), kind, asked_by: askedBy, is_full: isFull })
      .onConflict((conflict) => conflict.column('kind').where('state', 'in', ['waiting', 'running']).doNothing())
      .execute()
    const open = await tx
      .selectFrom('erp_run')
      .where('kind', '=', kind)
      .where('state', 'in', ['waiting', 'running'])
      .selectAll()
      .executeTakeFirst()
    // The open run may have ended between the two statements.
    return open ?? find()
  }
  const run = await find()
  if (!askedBy || (run.asked_by && (run.is_full || !isFull))) return run
  return tx
    .updateTable('erp_run')
    .where('id', '=', run.id)
    .set({ asked_by: run.asked_by ?? askedBy, is_full: run.is_full || (isFull && run.state === 'waiting') })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends the pauses: an admin who clicks should not wait. Lock order: lane before job, as in a claim. */
const probeNow = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('erp_circuit')
    .where('opened_at', 'is not', null)
    .set({ retry_at: sql<Date>`now()` })
    .execute()
  await tx.updateTable('lane').where('name', '=', feedLane).set({ paused_until: null }).execute()
}

/** Polls until the run has ended or the time is up. */
export const awaitRun = async (db: Db, id: string, milliseconds: number): Promise<Run> => {
  for (const until = Date.now() + milliseconds; ;) {
    const run = await db.selectFrom('erp_run').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    if (run.state === 'done' || run.state === 'failed' || Date.now() >= until) return run
    await new Promise((resume) => setTimeout(resume, 50))
  }
}
