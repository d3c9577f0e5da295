import type { PriceSource } from '#catalog/price-shapes.ts'
import type { Row } from '#platform/db/tables.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import type { DeliveryItem } from '#fulfillment/match-parcels.ts'
import type { Location } from './order-shapes.ts'

/** Column types that the database schema does not express. */
export interface OrdersColumns {
  'delivery.items': DeliveryItem[]
  'order_line.erp_item': LineInErp
  'order_line.erp_schedule': LineSchedule
  'order_line.price_source': PriceSource
  'sales_order.payment_method': string
  'sales_order.ship_location': Location
}

export type ErpExportState = Row<'sales_order'>['erp_state']
