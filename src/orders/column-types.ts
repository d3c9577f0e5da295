import type { PriceSource } from '#catalog/price-shapes.ts'
import type { Row } from '#platform/db/tables.ts'
import type { Location } from './order-shapes.ts'

/** Column types that the database schema does not express. */
export interface OrdersColumns {
  'order_line.price_source': PriceSource
  'sales_order.payment_method': string
  'sales_order.ship_location': Location
}

export type ErpExportState = Row<'sales_order'>['erp_state']
