import { type RawBuilder, sql } from 'kysely'
import { referenceOf } from '#orders/checkout/place-lines.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import type { ActedBy } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import { recordAll } from '#platform/record-entry.ts'

interface Order {
  id: string
  userId: string | null
}

interface Splitting {
  prefix: string | undefined
  countOrders: CountOrders
  by: ActedBy
}

/**
 * Moves the lines with a product on hold of each locked order into an order of their own, with their stock, and returns
 * the new orders. They have everything else of the placement, its time and its open holds of the supply check included.
 */
export const splitOrders = async (
  tx: Tx,
  orders: readonly Order[],
  { prefix, countOrders, by }: Splitting,
): Promise<Order[]> => {
  if (orders.length === 0) return []
  const splits = orders.map(({ id: from, userId }) => {
    const to = newId()
    return { from, to, userId, reference: referenceOf(to, prefix) }
  })
  const fromIds = splits.map(({ from }) => from)
  await countOrders(tx, fromIds, -1)
  const split = sql`jsonb_to_recordset(${JSON.stringify(splits)}::jsonb) as split ("from" uuid, "to" uuid, reference text)`
  await addParts(tx, split)
  await moveLines(tx, split, fromIds)
  await addTotals(tx, split)
  await inheritHolds(tx, splits)
  await countOrders(tx, [...fromIds, ...splits.map(({ to }) => to)], 1)
  const entryOf = { actorId: by.user?._id ?? null, entity: 'sales order', request: by.request }
  await recordAll(
    tx,
    splits.flatMap(({ from, to, userId }) => [
      { ...entryOf, onBehalfOf: userId, action: 'order split', entityId: from, after: { splitOff: to } },
      { ...entryOf, onBehalfOf: userId, action: 'order split off', entityId: to, after: { splitFrom: from } },
    ]),
  )
  return splits.map(({ to: id, userId }) => ({ id, userId }))
}

/** A part that was split off before follows the new one, because an order has one part. */
const addParts = async (tx: Tx, split: RawBuilder<unknown>): Promise<void> => {
  await sql`
    insert into sales_order (id, erp_reference, business_id, user_id, placed_by, approved_by, cost_center_id,
      cost_center_code, cost_center_name, ship_full_name, ship_address, ship_city, ship_postal_code, ship_country,
      ship_region, ship_location, ship_to_id, ship_to_erp_address, payment_method, shipping_method, purchase_order,
      comments, bill_to_party_id, created_at)
    select split."to", split.reference, business_id, user_id, placed_by, approved_by, cost_center_id,
      cost_center_code, cost_center_name, ship_full_name, ship_address, ship_city, ship_postal_code, ship_country,
      ship_region, ship_location, ship_to_id, ship_to_erp_address, payment_method, shipping_method, purchase_order,
      comments, bill_to_party_id, created_at
    from ${split} join sales_order on sales_order.id = split."from"`.execute(tx)
  await sql`update sales_order set split_from = split."to" from ${split} where split_from = split."from"`.execute(tx)
  await sql`update sales_order set split_from = split."from" from ${split} where id = split."to"`.execute(tx)
}

/** More than an order has lines, so that no two numbers meet while the lines that stay are numbered again. */
const beyondLines = 1_000_000

const moveLines = async (tx: Tx, split: RawBuilder<unknown>, fromIds: readonly string[]): Promise<void> => {
  await sql`
    update stock_movement set order_id = split."to"
    from ${split}, product
    where stock_movement.order_id = split."from" and product.id = stock_movement.product_id and is_on_hold`.execute(tx)
  await sql`
    update order_line set order_id = moved."to", line_no = moved.place
    from (
      select order_id, line_no, split."to", row_number() over (partition by order_id order by line_no) as place
      from ${split} join order_line on order_id = split."from" join product on product.id = product_id
      where is_on_hold) moved
    where order_line.order_id = moved.order_id and order_line.line_no = moved.line_no`.execute(tx)
  await sql`
    update order_line set line_no = line_no + ${beyondLines}::int where order_id = any(${fromIds}::uuid[])`.execute(tx)
  await sql`
    update order_line set line_no = stays.place
    from (
      select order_id, line_no, row_number() over (partition by order_id order by line_no) as place
      from order_line where order_id = any(${fromIds}::uuid[])) stays
    where order_line.order_id = stays.order_id and order_line.line_no = stays.line_no`.execute(tx)
}

const addTotals = async (tx: Tx, split: RawBuilder<unknown>): Promise<void> => {
  await sql`
    with part as (
      select split."from", split."to", sum(price * quantity) as price, count(*)::int as lines
      from ${split} join order_line on order_id = split."to" group by 1, 2
    ), rest as (
      update sales_order set line_count = line_count - part.lines, items_price = items_price - part.price,
        total_price = total_price - part.price
      from part where id = part."from"
    )
    update sales_order set line_count = part.lines, items_price = part.price, total_price = part.price
    from part where id = part."to"`.execute(tx)
}

const inheritHolds = async (tx: Tx, splits: readonly { from: string; to: string }[]): Promise<void> => {
  const toOf = new Map(splits.map(({ from, to }) => [from, to]))
  const open = await tx
    .selectFrom('order_hold')
    .select(['order_id', 'kind', 'reason'])
    .where('order_id', 'in', [...toOf.keys()])
    .where('kind', '<>', 'quarantine')
    .where('ended_at', 'is', null)
    .execute()
  if (open.length === 0) return
  await tx
    .insertInto('order_hold')
    .values(open.map(({ order_id, ...hold }) => ({ id: newId(), order_id: toOf.get(order_id) ?? order_id, ...hold })))
    .execute()
}
