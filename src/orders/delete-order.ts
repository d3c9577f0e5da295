import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { orders } from './contract.ts'
import { reconcileStock } from './reconcile-stock.ts'
import type { ErpExportState } from './column-types.ts'
import type { Ordering } from './checkout/place-lines.ts'
import { notifyCancellations } from '#fulfillment/notify-cancellation.ts'

/**
 * Cancels an order that the ERP does not have, returns its stock and notifies the people who ordered, atomically. The
 * order stays in the lists. The order export claims an order by a conditional update of the same row, so exactly one of
 * the two succeeds.
 */
export const deleteOrder = (
  db: Db,
  { params: { id: orderId }, query: { reason }, ...acting }: CallOf<typeof orders.remove>,
  { config, countOrders }: Pick<Ordering, 'config' | 'countOrders'>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const order = await tx
      .selectFrom('sales_order')
      .select(['erp_id', 'erp_state', 'total_price', 'user_id', 'is_paid'])
      .where('id', '=', orderId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Order'))
    const refusal = order.erp_id === null ? refusals[order.erp_state] : refusals.linked
    if (refusal) throw new Refusal(409, refusal)
    if (await isReviewed(tx, orderId)) throw new Refusal(409, underReviewMessage)
    if (order.is_paid || (await isBeingPaid(tx, orderId)))
      throw new Refusal(409, 'This order is paid or being paid. Refund the payment first.')

    await cancelUnsent(tx, { orderId, actorId: actor._id, reason }, { config, countOrders })
    await record('order deleted', ['sales order', orderId], {
      onBehalfOf: order.user_id,
      before: { totalPrice: order.total_price, handOver: order.erp_state, isPaid: order.is_paid },
      after: { reason },
    })
  })

/** Returns the stock and notifies the people who ordered. Only for an order that the ERP does not have. */
export const cancelUnsent = async (
  tx: Tx,
  { orderId, actorId, reason }: { orderId: string; actorId: string | null; reason: string },
  { config, countOrders }: Pick<Ordering, 'config' | 'countOrders'>,
): Promise<void> => {
  await countOrders(tx, [orderId], -1)
  await tx
    .updateTable('sales_order')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: actorId, delete_reason: reason })
    .where('id', '=', orderId)
    .execute()
  await reconcileStock(tx, [orderId])
  await notifyCancellations(tx, [{ orderId, turn: 'canceled', reason, changes: [] }], config)
}

/** An order under review is released or reported, never deleted (Masters v. DEA). */
const isReviewed = async (tx: Tx, orderId: string): Promise<boolean> => {
  const hold = await tx
    .selectFrom('order_hold')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'review')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return hold !== undefined
}

const underReviewMessage =
  'This order is under review and can’t be deleted. Record the customer’s request in the review.'

/** A payment also locks the order row, so it is either found here or finds the order canceled. */
const isBeingPaid = async (tx: Tx, orderId: string): Promise<boolean> => {
  const payment = await tx
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['taking', 'paid'])
    .executeTakeFirst()
  return payment !== undefined
}

/** Why an order in this state cannot be deleted; in the other states it never reached the ERP. */
const refusals: Partial<Record<ErpExportState, string>> = {
  linked: 'This order is already in the ERP and can’t be deleted here.',
  sending: 'This order is being sent to the ERP right now. Try again in a minute.',
  unknown: 'This order may already be in the ERP. Try to sync it first.',
  conflict: 'The ERP has orders with this reference. Resolve them there first.',
}
