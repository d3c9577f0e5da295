import { queueExport } from './queue-export.ts'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

interface Why {
  actorId: string
  /** Why they may go: kept in the trail. */
  reason: string
  request: RequestFacts
}

/** Sends the orders on their way that waited for the customer's license, oldest first. */
export const releaseHeldOrders = async (
  tx: Tx,
  { businessId, ...why }: Why & { businessId: string },
): Promise<void> => {
  const held = await heldOrders(tx).where('business_id', '=', businessId).orderBy('id').forUpdate().execute()
  for (const order of held) await release(tx, order, why)
}

/** An admin answers for this one although the license is not renewed. */
export const releaseOrder = (db: Db, { orderId, ...why }: Why & { orderId: string }): Promise<void> =>
  actOnce(db, why.request, async (tx) => {
    const held = await heldOrders(tx).where('id', '=', orderId).forUpdate().executeTakeFirst()
    if (held) return release(tx, held, why)
    const order = await tx
      .selectFrom('sales_order')
      .select('id')
      .where('id', '=', orderId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    throw order ? new Refusal(409, 'This order is not on hold.') : notFound('Order')
  })

const heldOrders = (tx: Tx) =>
  tx
    .selectFrom('sales_order')
    .select(['id', 'user_id', 'hold_reason'])
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)

type Held = Pick<Row<'sales_order'>, 'id' | 'user_id' | 'hold_reason'>

const release = async (
  tx: Tx,
  { id, user_id, hold_reason }: Held,
  { actorId, reason, request }: Why,
): Promise<void> => {
  await tx.updateTable('sales_order').set({ erp_state: 'waiting', hold_reason: null }).where('id', '=', id).execute()
  await queueExport(tx, id)
  await recordAudit(tx, {
    actorId,
    onBehalfOf: user_id,
    action: 'order released',
    entity: 'sales order',
    entityId: id,
    before: { held: hold_reason },
    after: { reason },
    request,
  })
}
