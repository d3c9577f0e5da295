import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Allocated } from './allocation-shapes.ts'

interface Whose {
  /** Null for staff without a customer, who have no allocation. */
  businessId: string | null
  productIds: readonly string[]
  /** Defines when a month begins. */
  timeZone: string
  /** For checks only: what is left of a controlled product is never shown (21 USC 832). */
  withControlled?: boolean
}

/** What remains of a business's allocations. Only its own orders of this month count. */
export const countAllocations = async (
  db: Db | Tx,
  { businessId, productIds, timeZone, withControlled = false }: Whose,
): Promise<Map<string, Allocated>> => {
  if (businessId === null || productIds.length === 0) return new Map()
  const { rows } = await sql<Allocated & { productId: string }>`
    with ${monthIn(timeZone)}, allocated as (
      select allocation.*, exception.quantity as exception
      from allocation
      left join allocation_exception exception
        on exception.product_id = allocation.product_id and exception.business_id = ${businessId}::uuid
      where allocation.product_id = any(${productIds}::uuid[])
        and (${withControlled} or not exists (
          select from product where product.id = allocation.product_id and dea_schedule <> ''))
    ), ${boughtSince(sql`sales_order.business_id = ${businessId}::uuid
      and order_line.product_id in (select product_id from allocated)`)}
    select allocated.product_id as "productId", mode, ${cap} as cap,
      greatest(0, ${cap} - coalesce(bought.used, 0))::int as left, until
    from allocated cross join month
    left join bought on bought.product_id = allocated.product_id`.execute(db)
  return new Map(rows.map(({ productId, ...allocated }) => [productId, allocated]))
}

/** The current month and the three full months before it. */
export const monthIn = (timeZone: string): RawBuilder<unknown> => sql`month as (
  select first at time zone ${timeZone} as begins,
    (first - interval '3 months') at time zone ${timeZone} as counted_from,
    to_char(first + interval '1 month - 1 day', 'YYYY-MM-DD') as until
  from date_trunc('month', now() at time zone ${timeZone}) as first
)`

/** Quantities ordered and not canceled, this month and before, by product and business. */
export const boughtSince = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`bought as (
  select order_line.product_id, sales_order.business_id,
    coalesce(sum(order_line.quantity - cancelled_quantity) filter (where sales_order.created_at >= month.begins), 0)::int as used,
    coalesce(sum(order_line.quantity - cancelled_quantity) filter (where sales_order.created_at < month.begins), 0)::int as before
  from month cross join sales_order join order_line on order_line.order_id = sales_order.id
  where sales_order.created_at >= month.counted_from and sales_order.deleted_at is null
    and not sales_order.is_cancelled and order_line.quantity > cancelled_quantity and ${which}
  group by order_line.product_id, sales_order.business_id
)`

/** The exception of the business, or else the fixed quantity, or else the share but at least the floor. */
export const cap = sql`coalesce(exception, fixed,
  greatest(allocated.floor, floor(share_percent * coalesce(bought.before, 0) / 300.0)))::int`
