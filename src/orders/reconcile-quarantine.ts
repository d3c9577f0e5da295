import { sql } from 'kysely'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import type { ActedBy } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { recordAll } from '#platform/record-entry.ts'
import { exportJob } from './queue-export.ts'

/**
 * Matches the holds of orders that the ERP does not have with the products on hold: an order with one of these products
 * waits as a whole, and goes on when the last one is sold again and nothing else holds it. This transaction must have
 * locked the products, so that it sees every order placed before.
 */
export const reconcileQuarantine = async (tx: Tx, productIds: readonly string[], by: ActedBy): Promise<void> => {
  const orders = await lockOrders(tx, productIds)
  const held = orders.filter(({ isAffected, isHeld }) => isAffected && !isHeld)
  const ended = orders.filter(({ isAffected, isHeld }) => !isAffected && isHeld)
  await addHolds(tx, idsOf(held))
  const released = new Set(await endHolds(tx, idsOf(ended)))
  await enqueue(tx, ...[...released].map(exportJob))
  const actorId = by.user?._id ?? null
  await recordAll(
    tx,
    [...held, ...ended].map(({ id, userId, isAffected }) => ({
      actorId,
      onBehalfOf: userId,
      action: isAffected ? 'order put on hold' : released.has(id) ? 'order released' : 'hold ended',
      entity: 'sales order',
      entityId: id,
      request: by.request,
      ...(isAffected ? { after: { held: onHoldByWholesaler } } : { before: { held: onHoldByWholesaler } }),
    })),
  )
}

interface Affected {
  id: string
  userId: string | null
  /** A product on hold is among its lines. */
  isAffected: boolean
  /** It has an open hold of this kind. */
  isHeld: boolean
}

const idsOf = (orders: readonly Affected[]): string[] => orders.map(({ id }) => id)

/** An order that the export has claimed is not in these states any more. */
const lockOrders = async (tx: Tx, productIds: readonly string[]): Promise<Affected[]> => {
  const { rows: locked } = await sql<{ id: string }>`
    select id from sales_order
    where erp_state in ('waiting', 'rejected', 'held') and deleted_at is null and not is_cancelled
      and id in (select order_id from order_line where product_id = any(${productIds}::uuid[]))
    order by id for update`.execute(tx)
  const { rows } = await sql<Affected>`
    select id, user_id as "userId",
      exists (select from order_line line join product on product.id = line.product_id
        where line.order_id = sales_order.id and is_on_hold and cancelled_quantity < quantity) as "isAffected",
      exists (select from order_hold where order_id = sales_order.id and kind = 'quarantine' and ended_at is null)
        as "isHeld"
    from sales_order where id = any(${locked.map(({ id }) => id)}::uuid[]) order by id`.execute(tx)
  return rows
}

const addHolds = async (tx: Tx, orderIds: string[]): Promise<void> => {
  if (orderIds.length === 0) return
  await tx
    .insertInto('order_hold')
    .values(
      orderIds.map((order_id) => ({
        id: newId(),
        order_id,
        kind: 'quarantine' as const,
        reason: onHoldByWholesaler,
      })),
    )
    .execute()
  await tx.updateTable('sales_order').set({ erp_state: 'held' }).where('id', 'in', orderIds).execute()
}

/** Returns the orders without another open hold. */
const endHolds = async (tx: Tx, orderIds: string[]): Promise<string[]> => {
  if (orderIds.length === 0) return []
  await tx
    .updateTable('order_hold')
    .set({ ended_at: sql<Date>`now()`, end_reason: 'The products are sold again.' })
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'quarantine')
    .where('ended_at', 'is', null)
    .execute()
  const released = await tx
    .updateTable('sales_order')
    .set({ erp_state: 'waiting' })
    .where('id', 'in', orderIds)
    .where('erp_state', '=', 'held')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_hold')
            .select('id')
            .whereRef('order_id', '=', 'sales_order.id')
            .where('ended_at', 'is', null),
        ),
      ),
    )
    .returning('id')
    .execute()
  return released.map(({ id }) => id)
}
