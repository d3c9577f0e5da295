// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { OrdersColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    sales_order: {
      id: string
      business_id: string | null
      user_id: string | null
      placed_by: string | null
      approved_by: string | null
      cost_center_id: string | null
      cost_center_code: string | null
      cost_center_name: string | null
      split_from: string | null
      idempotency_key: string | null
      request_hash: string | null
      ship_full_name: Defaulted<string>
      ship_address: Defaulted<string>
      ship_city: Defaulted<string>
      ship_postal_code: Defaulted<string>
      ship_country: Defaulted<string>
      ship_region: Defaulted<string>
      ship_location: Json<OrdersColumns['sales_order.ship_location']> | null
      ship_to_id: string | null
      ship_to_erp_address: string | null
      payment_method: Defaulted<OrdersColumns['sales_order.payment_method']>
      shipping_method: Defaulted<string>
      purchase_order: Defaulted<string>
      comments: Defaulted<string>
      buyer_note: Defaulted<string>
      attention: Defaulted<string>
      requested_day: string | null
      backorder_choice: 'shipPartial' | 'shipComplete' | 'cancelRest' | null
      is_backorder_default: Defaulted<boolean>
      line_count: Defaulted<number>
      items_price: Defaulted<number>
      shipping_price: Defaulted<number>
      tax_price: Defaulted<number>
      total_price: Defaulted<number>
      is_paid: Defaulted<boolean>
      paid_at: Moment | null
      is_delivered: Defaulted<boolean>
      delivered_at: Moment | null
      erp_status: string | null
      is_cancelled: Defaulted<boolean>
      cancelled_at: Moment | null
      reinstated_at: Moment | null
      cancelled_line_count: Defaulted<number>
      part_cancelled_at: Moment | null
      tracking_code: Defaulted<string>
      numbered_at: Moment | null
      released_at: Moment | null
      shipped_at: Moment | null
      erp_created: Defaulted<boolean>
      bill_to_party_id: Defaulted<string>
      created_at: Defaulted<Moment>
      deleted_at: Moment | null
      deleted_by: string | null
      delete_reason: string | null
      erp_state: Defaulted<'held' | 'waiting' | 'sending' | 'unknown' | 'linked' | 'rejected' | 'conflict'>
      erp_reference: string
      erp_object_id: string | null
      erp_id: string | null
      erp_intent_at: Moment | null
      erp_attempts: Defaulted<number>
      erp_empty_lookups: Defaulted<number>
      erp_error: string | null
      erp_net_amount: number | null
      erp_changed_at: Moment | null
      erp_tracking: Defaulted<string>
      erp_ship_to: string | null
    }
    order_line: {
      order_id: string
      line_no: number
      product_id: string | null
      name: string
      slug: string
      image: Defaulted<string>
      unit_of_measure: Defaulted<string>
      quantity: number
      cancelled_quantity: Defaulted<number>
      withdrawn_quantity: Defaulted<number>
      price: number
      price_source: Json<OrdersColumns['order_line.price_source']> | null
      is_non_stocked: Defaulted<boolean>
      ship_method: Defaulted<string>
      cold_status: '' | 'Refrigerated' | 'Frozen' | null
      dea_schedule: '' | 'CII' | 'CIII' | 'CIV' | 'CV' | null
      state_schedule: string | null
      dispensing: '' | 'Rx' | 'OTC' | null
      is_narcotic: boolean | null
      drug_family: string | null
      base_units: number | null
      is_list_one: boolean | null
      needs_trace: boolean | null
      buyer_note: Defaulted<string>
      erp_schedule: Json<OrdersColumns['order_line.erp_schedule']> | null
      erp_item: Json<OrdersColumns['order_line.erp_item']> | null
    }
    order_hold: {
      id: string
      order_id: string
      kind: 'license' | 'ship-to' | 'registration' | 'review' | 'quarantine'
      reason: string
      created_at: Defaulted<Moment>
      ended_at: Moment | null
      end_reason: string | null
    }
    order_key: {
      user_id: string
      key: string
      is_void: Defaulted<boolean>
      approval_request_id: string | null
      request_hash: string | null
      created_at: Defaulted<Moment>
    }
    us_region: {
      written: string
      state: string
    }
    us_country: {
      written: string
      state: string
    }
    delivery: {
      object_id: string
      erp_id: string
      changed_at: Moment
      is_shipped: boolean
      shipped_at: Moment | null
      shipping_method: Defaulted<string>
      tracking_code: Defaulted<string>
      order_erp_ids: string[]
      items: Json<OrdersColumns['delivery.items']>
    }
  }
}
