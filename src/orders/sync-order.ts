import { retryExport } from './queue-export.ts'
import { recordAudit } from '#audit/record-entry.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

interface Sync {
  actor: Caller
  orderId: string
  request: RequestFacts
}

/** Hands an order over again at once; the ERP is asked before anything is sent a second time. */
export const syncOrder = (db: Db, { actor, orderId, request }: Sync): Promise<void> =>
  transaction(db, async (tx) => {
    const order = await tx
      .selectFrom('sales_order')
      .select(['erp_id', 'erp_state', 'hold_reason'])
      .where('id', '=', orderId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    if (order.erp_id !== null) throw new Refusal(409, `This order has the external ID ${order.erp_id} already.`)
    if (!(await retryExport(tx, orderId)))
      throw new Refusal(409, `This order is held: ${order.hold_reason ?? 'it waits for a decision.'}`)
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'order sync asked for',
      entity: 'sales order',
      entityId: orderId,
      before: { handOver: order.erp_state },
      request,
    })
  })

const patience = 4_000
const pause = 150

/** The ERP's number as soon as the order export has it; null when it takes longer than anyone wants to wait for a button. */
export const waitForNumber = async (db: Db, orderId: string): Promise<string | null> => {
  for (const until = Date.now() + patience; ;) {
    const order = await db
      .selectFrom('sales_order')
      .select(['erp_id', 'erp_state'])
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (!order || order.erp_id !== null) return order?.erp_id ?? null
    if (['rejected', 'conflict', 'held'].includes(order.erp_state) || Date.now() > until) return null
    await new Promise((resume) => setTimeout(resume, pause))
  }
}
