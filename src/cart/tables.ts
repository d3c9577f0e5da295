// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    cart: {
      user_id: string
      for_user_id: string
      order_key: Defaulted<string>
      shipping_method: Defaulted<string>
      purchase_order: Defaulted<string>
      note: Defaulted<string>
      attention: Defaulted<string>
      requested_day: string | null
      changed_at: Defaulted<Moment>
    }
    cart_line: {
      user_id: string
      for_user_id: string
      product_id: string
      quantity: number
      seen_price: number
      note: Defaulted<string>
      place: Defaulted<Bigint>
    }
    parked_cart: {
      id: string
      user_id: string
      for_user_id: string
      name: string
      shipping_method: Defaulted<string>
      purchase_order: Defaulted<string>
      note: Defaulted<string>
      attention: Defaulted<string>
      requested_day: string | null
      parked_at: Defaulted<Moment>
    }
    parked_cart_line: {
      cart_id: string
      product_id: string
      quantity: number
      seen_price: number
      note: Defaulted<string>
      place: number
    }
  }
}
