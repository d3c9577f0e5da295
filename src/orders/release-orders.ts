import { queueHandOver } from '#erp/queue-hand-over.ts'
import { recordAudit } from '#server/audit.ts'
import type { Tx } from '#server/db/tables.ts'
import type { RequestFacts } from '#server/http/serve.ts'

interface Release {
  customerId: string
  actorId: string
  /** Why they may go: kept in the trail. */
  reason: string
  request: RequestFacts
}

/** Sends the orders on their way that waited for the customer's licence, oldest first. Returns how many. */
export const releaseHeldOrders = async (tx: Tx, { customerId, actorId, reason, request }: Release): Promise<number> => {
  const held = await tx
    .selectFrom('sales_order')
    .select(['id', 'hold_reason'])
    .where('user_id', '=', customerId)
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (held.length === 0) return 0
  const ids = held.map(({ id }) => id)
  await tx.updateTable('sales_order').set({ erp_state: 'waiting', hold_reason: null }).where('id', 'in', ids).execute()
  for (const { id, hold_reason } of held) {
    await queueHandOver(tx, id)
    await recordAudit(tx, {
      actorId,
      onBehalfOf: customerId,
      action: 'order released',
      entity: 'sales order',
      entityId: id,
      before: { held: hold_reason },
      after: { reason },
      request,
    })
  }
  return held.length
}
