import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { noteRises } from '#inventory/announce-stock.ts'
import type { CountOrders } from './count-orders.ts'
import type { ErpState } from './tables.ts'

interface Deletion {
  actor: Caller
  orderId: string
  reason: string
  request: RequestFacts
}

/**
 * Deletes an order that the ERP does not have, and gives its stock back: both or nothing. The order export claims an
 * order by a conditional change of the same row, so of the two exactly one comes first and the other sees it.
 */
export const deleteOrder = (
  db: Db,
  { actor, orderId, reason, request }: Deletion,
  countOrders: CountOrders,
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const order = await tx
      .selectFrom('sales_order')
      .select(['erp_id', 'erp_state', 'total_price', 'user_id', 'is_paid'])
      .where('id', '=', orderId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    const refusal = order.erp_id === null ? refusals[order.erp_state] : refusals.linked
    if (refusal) throw new Refusal(409, refusal)
    if (order.is_paid || (await isBeingPaid(tx, orderId)))
      throw new Refusal(409, 'This order is paid or being paid. Give the money back first.')

    await countOrders(tx, [orderId], -1)
    await tx
      .updateTable('sales_order')
      .set({ deleted_at: sql<Date>`now()`, deleted_by: actor._id, delete_reason: reason })
      .where('id', '=', orderId)
      .execute()
    await giveStockBack(tx, orderId)
    await recordAudit(tx, {
      actorId: actor._id,
      onBehalfOf: order.user_id,
      action: 'order deleted',
      entity: 'sales order',
      entityId: orderId,
      before: { totalPrice: order.total_price, handOver: order.erp_state, isPaid: order.is_paid },
      after: { reason },
      request,
    })
  })

/** A payment claims the order's row too, so it is either seen here or finds the order deleted. */
const isBeingPaid = async (tx: Tx, orderId: string): Promise<boolean> => {
  const payment = await tx
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['taking', 'paid'])
    .executeTakeFirst()
  return payment !== undefined
}

/** Why an order in this state cannot go; the others never reached the ERP. */
const refusals: Partial<Record<ErpState, string>> = {
  linked: 'This order is in the ERP already and cannot be deleted here.',
  sending: 'This order is being sent to the ERP right now.',
  unknown: 'This order may be in the ERP already. Try to sync it first.',
  conflict: 'The ERP has orders with this reference. Settle them there first.',
}

/** Products are locked in id order, as placing does, so that the two never wait for each other in a circle. */
const giveStockBack = async (tx: Tx, orderId: string): Promise<void> => {
  const lines = await tx
    .selectFrom('order_line')
    .select(({ fn }) => ['product_id', fn.sum<string>('quantity').as('quantity')])
    .where('order_id', '=', orderId)
    .where('is_non_stocked', '=', false)
    .where('product_id', 'is not', null)
    .groupBy('product_id')
    .execute()
  const back = lines.flatMap(({ product_id, quantity }) =>
    product_id === null ? [] : [{ id: product_id, quantity: Number(quantity) }],
  )
  if (back.length === 0) return
  const ids = back.map(({ id }) => id)
  await tx.selectFrom('product').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await sql`
    update product set count_in_stock = count_in_stock + back.quantity
    from unnest(${ids}::uuid[], ${back.map(({ quantity }) => quantity)}::int[]) as back (id, quantity)
    where product.id = back.id`.execute(tx)
  await tx
    .insertInto('stock_movement')
    .values(
      back.map(({ id, quantity }) => ({
        id: randomUUIDv7(),
        product_id: id,
        quantity,
        reason: 'order deleted' as const,
        order_id: orderId,
      })),
    )
    .execute()
  await noteRises(
    tx,
    back.map(({ id, quantity }) => ({ productId: id, quantity })),
  )
}
