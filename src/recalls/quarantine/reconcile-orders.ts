import { sql } from 'kysely'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import { type OnHoldOrder, recheckHolds, recheckOrders } from '#orders/release-orders.ts'
import type { ActedBy } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import { recordAll } from '#platform/record-entry.ts'
import { splitOrders } from './split-orders.ts'

export interface Splitting {
  config: Config
  countOrders: CountOrders
}

/**
 * Matches the holds of orders that the ERP does not have with the products on hold: lines with one of these products
 * wait in an order of their own, and go on when the product is sold again and nothing else holds them, such as a license
 * that expired meanwhile. An order under review or paid waits as a whole. This transaction must have locked the products,
 * so that it sees every order placed before.
 */
export const reconcileOrders = async (
  tx: Tx,
  { config, countOrders }: Splitting,
  { productIds, by }: { productIds: readonly string[]; by: ActedBy },
): Promise<void> => {
  const orders = await lockOrders(tx, productIds)
  const parted = orders.filter(({ isAffected, canSplit }) => isAffected && canSplit)
  const parts = await splitOrders(tx, parted.map(ownedOrder), { prefix: config.ERP_REFERENCE_PREFIX, countOrders, by })
  const whole = orders.filter(({ isAffected, isHeld, canSplit }) => isAffected && !isHeld && !canSplit)
  const held = [...whole.map(ownedOrder), ...parts]
  const ended = orders.filter(({ isAffected, isHeld, canSplit }) => isHeld && (!isAffected || canSplit))
  await addHolds(tx, idsOf(held))
  if (ended.length > 0) await recheckOrders(tx, config, { orders: ended, by, ending: 'quarantine' })
  await recordAll(
    tx,
    held.map(({ id, userId }) => ({
      actorId: by.user?._id ?? null,
      entity: 'sales order',
      request: by.request,
      onBehalfOf: userId,
      action: 'order put on hold',
      entityId: id,
      after: { held: onHoldByWholesaler },
    })),
  )
  await recheckParts(tx, config, { parted, by })
}

interface Affected extends OnHoldOrder {
  /** A product on hold is among its lines. */
  isAffected: boolean
  /** It has an open hold of this kind. */
  isHeld: boolean
  /** It has other lines, too, and may be divided. */
  canSplit: boolean
  /** Another hold is open. */
  waitsElse: boolean
}

const ownedOrder = ({ id, user_id: userId }: Affected) => ({ id, userId })

const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id)

/**
 * An order that the export has claimed is not in these states any more. The parts split off before are locked as well,
 * because a new part comes between.
 */
const lockOrders = async (tx: Tx, productIds: readonly string[]): Promise<Affected[]> => {
  const { rows: locked } = await sql<{ id: string }>`
    with affected as (
      select id from sales_order
      where erp_state in ('waiting', 'rejected', 'held') and deleted_at is null and not is_cancelled
        and id in (select order_id from order_line where product_id = any(${productIds}::uuid[]))
    )
    select id from sales_order where id in (select id from affected) or split_from in (select id from affected)
    order by id for update`.execute(tx)
  const { rows } = await sql<Affected>`
    select sales_order.id, user_id, business_id, ship_to_id, ship_region,
      lines.on_hold > 0 as "isAffected",
      lines.on_hold > 0 and lines.on_hold < lines.count and not is_paid
        and not exists (select from payment where order_id = sales_order.id and state in ('taking', 'paid'))
        and not exists (select from order_hold where order_id = sales_order.id and kind = 'review') as "canSplit",
      exists (select from order_hold where order_id = sales_order.id and kind = 'quarantine' and ended_at is null)
        as "isHeld",
      exists (select from order_hold where order_id = sales_order.id and kind <> 'quarantine' and ended_at is null)
        as "waitsElse"
    from sales_order cross join lateral (
      select count(*) as count, count(*) filter (where is_on_hold) as on_hold
      from order_line left join product on product.id = product_id where order_id = sales_order.id) lines
    where sales_order.id = any(${idsOf(locked)}::uuid[])
      and erp_state in ('waiting', 'rejected', 'held') and deleted_at is null and not is_cancelled
    order by sales_order.id`.execute(tx)
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

/** A part inherits the other holds of its order; each of the two may need only some of them. */
const recheckParts = async (
  tx: Tx,
  config: Config,
  { parted, by }: { parted: readonly Affected[]; by: ActedBy },
): Promise<void> => {
  const businessIds = new Set(parted.flatMap(({ business_id, waitsElse }) => (waitsElse ? [business_id] : [])))
  for (const businessId of businessIds) if (businessId) await recheckHolds(tx, config, { businessId, by })
}
