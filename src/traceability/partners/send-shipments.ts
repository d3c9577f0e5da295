import { sql } from 'kysely'
import { decrypt } from '#identity/factors/protect-secret.ts'
import { act, type Acting, bySystem, recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { composePush, Unsendable } from './compose-push.ts'
import { sendDocument } from './send-document.ts'

export const pushKind = 'traceability.push'
/** The job queue waits between attempts, up to ten minutes: about two hours in all. */
export const mostAttempts = 18

/**
 * Queues the shipments of a document that customers may see now, for those customers whose partner is sent documents.
 * Each shipment is queued once, however often its document is accepted or matched.
 */
export const queuePushes = async (tx: Tx, documentId: string): Promise<void> => {
  const { rows: open } = await sql<{ id: string; business_id: string }>`
    select shipment.id, shipment.business_id
    from trace_shipment shipment join trace_document document on document.id = document_id
      join trace_partner partner on partner.business_id = shipment.business_id
    where document_id = ${documentId} and way = 'push' and withdrawn_at is null
      and direction = 'outbound' and accepted_at is not null
    order by shipment.id`.execute(tx)
  if (open.length === 0) return
  const queued = await tx
    .insertInto('trace_push')
    .values(open.map(({ id, business_id }) => ({ id: newId(), shipment_id: id, business_id })))
    .onConflict((conflict) => conflict.column('shipment_id').doNothing())
    .returning(['id', 'business_id'])
    .execute()
  await enqueue(tx, ...queued.map(jobOf))
}

/** A partner that does not answer delays no other. */
const jobOf = ({ id, business_id }: { id: string; business_id: string }) => ({
  kind: pushKind,
  key: id,
  lane: `${pushKind} ${business_id}`,
  payload: { id },
})

type Settings = Pick<Config, 'SECRET_KEY' | 'TRACE_ORIGINS'>

/**
 * Sends a queued shipment. If the process ends between the partner's answer and its record, it is sent again with the
 * same Idempotency-Key and the same content.
 */
export const pushShipment = async (db: Db, config: Settings, { id, signal }: { id: string; signal: AbortSignal }) => {
  const push = await db
    .selectFrom('trace_push')
    .innerJoin('trace_partner', 'trace_partner.business_id', 'trace_push.business_id')
    .select(['shipment_id', 'trace_push.business_id', 'attempts', 'way', 'guideline', 'url'])
    .select(['header_name', 'header_value'])
    .where('trace_push.id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!push) return
  try {
    if (push.way !== 'push') throw new Unsendable('The partner no longer gets documents.')
    const { shipment_id: shipmentId, business_id: businessId, guideline, url } = push
    const secret = push.header_value && (await secretOf(db, config, { businessId, kept: push.header_value }))
    const content = await composePush(db, { shipmentId, businessId, guideline })
    await sendDocument({
      url,
      content,
      headers: { 'idempotency-key': id, ...(secret && { [push.header_name]: secret }) },
      origins: config.TRACE_ORIGINS,
      signal,
    })
  } catch (error) {
    // A stopping process sends it again after its restart.
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const isOver = error instanceof Unsendable || push.attempts + 1 >= mostAttempts
    await noteFailure(db, { id, reason, isOver })
    if (!isOver) throw error
    return
  }
  await noteSent(db, id)
}

const secretOf = async (
  db: Db,
  config: Settings,
  { businessId, kept }: { businessId: string; kept: Buffer },
): Promise<string> => {
  const secret = await decrypt(db, kept, { owner: businessId, use: 'trace-push', config })
  if (!secret) throw new Unsendable('The partner’s secret cannot be read. Enter it again.')
  return secret.toString()
}

const noteSent = (db: Db, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    await tx
      .updateTable('trace_push')
      .set({ state: 'sent', sent_at: sql<Date>`now()`, last_error: '', attempts: sql<number>`attempts + 1` })
      .where('id', '=', id)
      .execute()
    await recorderIn(tx, bySystem)('transaction data sent', ['trace push', id])
  })

const noteFailure = (db: Db, { id, reason, isOver }: { id: string; reason: string; isOver: boolean }): Promise<void> =>
  transaction(db, async (tx) => {
    await tx
      .updateTable('trace_push')
      .set({
        last_error: reason.slice(0, 500),
        attempts: sql<number>`attempts + 1`,
        ...(isOver && { state: 'failed' as const }),
      })
      .where('id', '=', id)
      .execute()
    if (isOver) await recorderIn(tx, bySystem)('transaction data not sent', ['trace push', id], { after: { reason } })
  })

export const retryPush = (db: Db, acting: Acting<Caller>, id: string): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const push = await tx
      .selectFrom('trace_push')
      .select(['id', 'business_id', 'state', 'last_error'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!push) throw notFound('Shipment')
    if (push.state !== 'failed') throw new Refusal(409, 'Only a shipment whose sending failed can be sent again.')
    await tx.updateTable('trace_push').set({ state: 'waiting', attempts: 0 }).where('id', '=', id).execute()
    await enqueue(tx, jobOf(push))
    await record('transaction data sent again', ['trace push', id], { before: { reason: push.last_error } })
  })
