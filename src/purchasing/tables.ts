// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { PurchasingColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    cost_center: {
      id: string
      business_id: string
      code: string
      name: string
      is_active: Defaulted<boolean>
      needs_approval: Defaulted<boolean>
      version: Defaulted<number>
    }
    budget: {
      id: string
      business_id: string
      user_id: string | null
      cost_center_id: string | null
      period: 'month' | 'quarter'
      amount: number
      mode: 'warn' | 'ask' | 'stop'
      notified_for: string | null
      version: Defaulted<number>
    }
    approval_rules: {
      business_id: string
      over_amount: number | null
      over_lines: number | null
      is_for_cold: Defaulted<boolean>
      is_for_controlled: Defaulted<boolean>
      is_for_new: Defaulted<boolean>
      changed_at: Defaulted<Moment>
    }
    approval_step: {
      business_id: string
      step_no: number
      over_amount: number | null
    }
    approval_step_member: {
      business_id: string
      user_id: string
      step_no: number
    }
    approval_request: {
      id: string
      business_id: string
      asked_by: string
      state: Defaulted<'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'expired'>
      reasons: string[]
      payment_method: string
      shipping_method: string
      purchase_order: string
      comments: string
      note: Defaulted<string>
      attention: Defaulted<string>
      requested_day: string | null
      backorder_choice: 'shipPartial' | 'shipComplete' | 'cancelRest' | null
      asked_reason: Defaulted<string>
      cost_center_id: string | null
      ship_to_id: string | null
      ship_location: Json<PurchasingColumns['approval_request.ship_location']> | null
      total_price: number
      step_no: Defaulted<number>
      created_at: Defaulted<Moment>
      expires_at: Moment
      decided_at: Moment | null
      decided_by: string | null
      decision_note: Defaulted<string>
      order_id: string | null
    }
    approval_given: {
      request_id: string
      user_id: string
      step_no: number
      given_at: Defaulted<Moment>
    }
    approval_line: {
      request_id: string
      line_no: number
      product_id: string
      name: string
      quantity: number
      price: number
      note: Defaulted<string>
      approved_quantity: number | null
    }
    approval_deputy: {
      approver_id: string
      deputy_id: string
      until: string
    }
  }
}
