import { sql } from 'kysely'
import type { MarkedLine } from '#catalog/line-words.ts'
import type { Condition } from '#platform/db/conditions.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { LineInErp } from './erp-line.ts'
import type { LineSchedule } from './evaluate-line.ts'
import { listParcels, type ShippedDelivery } from './list-parcels.ts'

/** The shipped deliveries with items of the order; they have no reference because they may come before it. */
export const deliveriesOf = sql<ShippedDelivery[]>`coalesce((
  select json_agg(json_build_object(
    'number', delivery.erp_id, 'at', to_char(delivery.shipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'shippingMethod', delivery.shipping_method,
    'trackingCode', delivery.tracking_code,
    'items', jsonb_path_query_array(delivery.items, '$[*] ? (@.orderId == $order)',
      jsonb_build_object('order', sales_order.erp_id))
  ) order by delivery.shipped_at, delivery.object_id)
  from delivery where delivery.order_erp_ids @> array[sales_order.erp_id] and delivery.is_shipped), '[]')`

interface OpenLine extends MarkedLine {
  lineNo: number
  productId: string | null
  name: string
  slug: string
  quantity: number
  canceledQuantity: number | null
  schedule: LineSchedule | null
  inErp: LineInErp | null
}

/** The lines of the order, as `listParcels` takes them. */
export const linesOf = sql<OpenLine[]>`(
  select json_agg(json_build_object('lineNo', line.line_no, 'productId', line.product_id, 'name', line.name,
    'slug', line.slug, 'coldStatus', coalesce(line.cold_status, product.cold_status, ''),
    'deaSchedule', coalesce(line.dea_schedule, product.dea_schedule, ''), 'quantity', line.quantity, 'canceledQuantity', nullif(line.cancelled_quantity, 0),
    'schedule', line.erp_schedule, 'inErp', line.erp_item) order by line.line_no)
  from order_line line left join product on product.id = line.product_id
  where line.order_id = sales_order.id)`

type OpenOrder = Pick<Row<'sales_order'>, 'id' | 'erp_id' | 'erp_created' | 'purchase_order' | 'created_at'>

/** A line with pieces that the ERP ships later than requested, or for which it names no day. */
export interface BackorderedLine extends OpenLine {
  order: OpenOrder
  backordered: number
  expectedOn: string | null
}

/** The backordered lines of the open orders that meet the condition, of the newest orders if there are very many. */
export const readBackorders = async (db: Db | Tx, isWanted: Condition, most: number): Promise<BackorderedLine[]> => {
  const orders = await db
    .selectFrom('sales_order')
    .where(isWanted)
    .where('is_cancelled', '=', false)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`erp_status is distinct from '3'`)
    .where(sql<boolean>`exists (select from order_line where order_id = sales_order.id and erp_schedule is not null)`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .select(['id', 'erp_id', 'erp_created', 'purchase_order', 'created_at'])
    .select([linesOf.as('lines'), deliveriesOf.as('deliveries')])
    .execute()
  return orders.flatMap(({ lines, deliveries, ...order }) => {
    const { outcomes } = listParcels({ lines, deliveries, isClosed: false })
    return lines.flatMap((line, at) => {
      const outcome = outcomes[at]
      return outcome && outcome.backordered > 0
        ? [{ ...line, order, backordered: outcome.backordered, expectedOn: outcome.expectedOn }]
        : []
    })
  })
}
