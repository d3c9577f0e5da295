import { sql } from 'kysely'
import { act, type Acting } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { updateOrders } from './deliveries/update-deliveries.ts'
import { queuePushes } from './partners/send-shipments.ts'
import { directionOf, matchShipments } from './match-shipments.ts'

interface StoredShipment {
  id: string
  order_id: string | null
  seller: string
  buyer: string
  shipTo: string
  transactions: { type: string; number: string }[]
}

/**
 * Finds the customer and order of shipments that have none, after a GLN, a setting or an order was corrected. Customers
 * of other shipments stay, because they may have read the data. Returns how many still have none.
 */
export const matchAgain = (
  db: Db,
  acting: Acting<Caller>,
  { id, ownGlns }: { id: string; ownGlns: readonly string[] },
): Promise<number> =>
  act(db, acting, async ({ tx, record }) => {
    const document = await tx
      .selectFrom('trace_document')
      .select(['direction', 'sender_gln', 'receiver_gln'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!document) throw notFound('document')
    const { rows: all } = await sql<StoredShipment & { is_open: boolean }>`
      select id, order_id, seller_gln as seller, buyer_gln as buyer, ship_to_gln as "shipTo",
        withdrawn_at is null and order_id is null as is_open,
        coalesce((select json_agg(json_build_object('type', kind, 'number', number)) from trace_reference
          where shipment_id = trace_shipment.id), '[]') as transactions
      from trace_shipment where document_id = ${id} order by event_no`.execute(tx)
    const direction =
      document.direction === 'unclear'
        ? directionOf({ sender: document.sender_gln, receiver: document.receiver_gln, shipments: all }, ownGlns)
        : document.direction
    const open = all.filter(({ is_open }) => is_open)
    const matches = await matchShipments(tx, direction, open)
    for (const [at, match] of matches.entries())
      await tx
        .updateTable('trace_shipment')
        .set({ business_id: match.businessId, order_id: match.orderId, mismatch: match.mismatch })
        .where('id', '=', open[at]?.id ?? '')
        // A customer who was certain keeps the shipment.
        .where((eb) => eb.or([eb('business_id', 'is', null), eb('business_id', '=', match.businessId)]))
        .execute()
    await tx.updateTable('trace_document').set({ direction }).where('id', '=', id).execute()
    await queuePushes(tx, id)
    await updateOrders(
      tx,
      matches.map(({ orderId }) => orderId),
    )
    const left = matches.filter(({ mismatch }) => mismatch !== '').length
    await record('trace document matched again', ['trace document', id], {
      before: { direction: document.direction },
      after: { direction, matched: matches.length - left, left },
    })
    return left
  })
