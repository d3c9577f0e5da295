import type { Location } from '#orders/order-shapes.ts'

/** What the database does not know of these columns. */
export interface ApprovalsColumns {
  'approval_request.ship_location': Location
}
