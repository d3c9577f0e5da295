import { sql } from 'kysely'
import type { ShippedDelivery } from './list-parcels.ts'

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
