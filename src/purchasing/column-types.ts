import type { Location } from '#orders/order-shapes.ts'

/** Column types that the database schema does not define. */
export interface PurchasingColumns {
  'approval_request.ship_location': Location
}
