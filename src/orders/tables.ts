import type { Generated } from 'kysely'
import type { PriceSource } from '#catalog/price-shapes.ts'
import type { Json, Moment, Stamp } from '#platform/db/column-types.ts'
import type { Location } from './order-shapes.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    sales_order: {
      id: string
      business_id: string | null
      user_id: string | null
      placed_by: string | null
      approved_by: Generated<string | null>
      cost_center_id: Generated<string | null>
      cost_center_code: Generated<string | null>
      cost_center_name: Generated<string | null>
      idempotency_key: string | null
      request_hash: string | null
      ship_full_name: Generated<string>
      ship_address: Generated<string>
      ship_city: Generated<string>
      ship_postal_code: Generated<string>
      ship_country: Generated<string>
      ship_region: Generated<string>
      ship_location: Json<Location> | null
      payment_method: Generated<string>
      shipping_method: Generated<string>
      purchase_order: Generated<string>
      comments: Generated<string>
      items_price: Generated<number>
      shipping_price: Generated<number>
      tax_price: Generated<number>
      total_price: Generated<number>
      is_paid: Generated<boolean>
      paid_at: Moment | null
      is_delivered: Generated<boolean>
      delivered_at: Moment | null
      erp_status: string | null
      is_cancelled: Generated<boolean>
      cancelled_at: Moment | null
      reinstated_at: Moment | null
      cancelled_line_count: Generated<number>
      part_cancelled_at: Moment | null
      tracking_code: Generated<string>
      erp_created: Generated<boolean>
      bill_to_party_id: Generated<string>
      created_at: Stamp
      deleted_at: Moment | null
      deleted_by: string | null
      delete_reason: string | null
      erp_state: Generated<ErpState>
      erp_reference: string
      erp_object_id: string | null
      erp_id: string | null
      erp_intent_at: Moment | null
      erp_attempts: Generated<number>
      erp_empty_lookups: Generated<number>
      erp_error: string | null
      erp_net_amount: number | null
      erp_changed_at: Moment | null
      erp_tracking: Generated<string>
      hold_reason: string | null
      ship_to_id: string | null
      ship_to_erp_address: string | null
      line_count: Generated<number>
      numbered_at: Moment | null
      released_at: Moment | null
      shipped_at: Moment | null
    }
    order_key: {
      user_id: string
      key: string
      is_void: Generated<boolean>
      approval_request_id: Generated<string | null>
      request_hash: Generated<string | null>
      created_at: Stamp
    }
    order_line: {
      order_id: string
      line_no: number
      product_id: string | null
      name: string
      slug: string
      image: Generated<string>
      unit_of_measure: Generated<string>
      quantity: number
      cancelled_quantity: Generated<number>
      price: number
      is_non_stocked: Generated<boolean>
      ship_method: Generated<string>
      price_source: Json<PriceSource> | null
    }
  }
}

export type ErpState = 'held' | 'waiting' | 'sending' | 'unknown' | 'linked' | 'rejected' | 'conflict'
