import type { Generated } from 'kysely'
import type { Location } from '#orders/order-shapes.ts'
import type { Json, Moment, Stamp } from '#platform/db/column-types.ts'
import type { RequestState } from './request-shapes.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    approval_rules: {
      business_id: string
      over_amount: number | null
      over_lines: number | null
      is_for_cold: Generated<boolean>
      is_for_controlled: Generated<boolean>
      is_for_new: Generated<boolean>
      changed_at: Stamp
    }
    approval_request: {
      id: string
      business_id: string
      asked_by: string
      state: Generated<RequestState>
      reasons: string[]
      payment_method: string
      shipping_method: string
      purchase_order: string
      comments: string
      asked_reason: Generated<string>
      cost_center_id: Generated<string | null>
      total_price: number
      created_at: Stamp
      expires_at: Moment
      decided_at: Moment | null
      decided_by: string | null
      decision_note: Generated<string>
      order_id: string | null
      ship_to_id: string | null
      ship_location: Json<Location> | null
    }
    approval_line: {
      request_id: string
      line_no: number
      product_id: string
      name: string
      quantity: number
      price: number
      approved_quantity: number | null
    }
    approval_deputy: {
      approver_id: string
      deputy_id: string
      until: string
    }
  }
}
