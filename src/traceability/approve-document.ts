import { sql } from 'kysely'
import { act, type Acting } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { updateOrders } from './deliveries/update-deliveries.ts'
import { queuePushes } from './partners/send-shipments.ts'

/** Accepts a document despite its findings; the reason is part of the audit trail. */
export const approveDocument = (db: Db, acting: Acting<Caller>, id: string, reason: string): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const document = await tx
      .selectFrom('trace_document')
      .select(['accepted_at', 'findings'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!document) throw notFound('document')
    if (document.accepted_at) throw new Refusal(409, 'This document is accepted already.')
    await tx
      .updateTable('trace_document')
      .set({ accepted_at: sql<Date>`now()`, accepted_by: actor._id, accept_reason: reason })
      .where('id', '=', id)
      .execute()
    await queuePushes(tx, id)
    const shipments = await tx.selectFrom('trace_shipment').select('order_id').where('document_id', '=', id).execute()
    await updateOrders(
      tx,
      shipments.map(({ order_id }) => order_id),
    )
    await record('trace document accepted', ['trace document', id], { after: { reason, findings: document.findings } })
  })
