import { sql } from 'kysely'
import { noteRises } from '#catalog/stock/announce-stock.ts'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'

interface Change {
  orderId: string
  productId: string
  /** To be taken from stock; negative if returned. */
  pieces: number
}

/** Units an order needs again that are out of stock. */
export interface Shortage {
  orderId: string
  product: string
  pieces: number
}

/**
 * Adjusts the stock taken by these orders to what they still have to ship: canceled units are returned, and units of
 * reinstated orders are taken again as far as available. It compares with the stock ledger, so it is idempotent; orders
 * that never took stock, such as those from the ERP, return none.
 */
export const reconcileStock = async (tx: Tx, orderIds: readonly string[]): Promise<Shortage[]> => {
  const changes = orderIds.length === 0 ? [] : await changesOf(tx, orderIds)
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ productId }) => productId))]
  // Locked in id order like a placement, to avoid deadlocks.
  const products = await tx
    .selectFrom('product')
    .select(['id', 'name', 'count_in_stock'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const stock = new Map(products.map(({ id, count_in_stock }) => [id, count_in_stock]))
  const moved = changes.map((change) => {
    const there = stock.get(change.productId) ?? 0
    const pieces = Math.min(change.pieces, there)
    stock.set(change.productId, there - pieces)
    return { ...change, pieces, missing: change.pieces - pieces }
  })
  await write(
    tx,
    moved.filter(({ pieces }) => pieces !== 0),
  )
  return moved.flatMap(({ orderId, productId, missing }) => {
    const product = products.find(({ id }) => id === productId)?.name ?? ''
    return missing > 0 ? [{ orderId, product, pieces: missing }] : []
  })
}

/** Returned units come first, so that they can be taken again. */
const changesOf = async (tx: Tx, orderIds: readonly string[]): Promise<Change[]> => {
  const { rows } = await sql<Change>`
    with taken as (
      select order_id, product_id, -sum(quantity)::int as pieces from stock_movement
      where order_id = any(${orderIds}::uuid[]) group by order_id, product_id
    ), due as (
      select order_id, product_id, sum(quantity - cancelled_quantity)::int as pieces
      from order_line join sales_order on sales_order.id = order_id
      where order_id = any(${orderIds}::uuid[]) and not is_non_stocked and deleted_at is null and not is_cancelled
      group by order_id, product_id
    )
    select order_id as "orderId", product_id as "productId", coalesce(due.pieces, 0) - taken.pieces as pieces
    from taken left join due using (order_id, product_id)
    where coalesce(due.pieces, 0) <> taken.pieces
    order by 3, product_id, order_id`.execute(tx)
  return rows
}

const write = async (tx: Tx, moved: readonly Change[]): Promise<void> => {
  if (moved.length === 0) return
  const rises = new Map<string, number>()
  for (const { productId, pieces } of moved) rises.set(productId, (rises.get(productId) ?? 0) - pieces)
  await sql`
    update product set count_in_stock = count_in_stock + back.quantity
    from unnest(${[...rises.keys()]}::uuid[], ${[...rises.values()]}::int[]) as back (id, quantity)
    where product.id = back.id`.execute(tx)
  await tx
    .insertInto('stock_movement')
    .values(
      moved.map(({ orderId, productId, pieces }) => ({
        id: newId(),
        product_id: productId,
        quantity: -pieces,
        reason: pieces > 0 ? ('order' as const) : ('order deleted' as const),
        order_id: orderId,
      })),
    )
    .execute()
  await noteRises(
    tx,
    [...rises].map(([productId, quantity]) => ({ productId, quantity })),
  )
}
