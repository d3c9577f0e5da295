import type { Generated } from 'kysely'
import type { Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    cart: {
      user_id: string
      for_user_id: string
      order_key: Generated<string>
      shipping_method: Generated<string>
      purchase_order: Generated<string>
      changed_at: Stamp
    }
    cart_line: {
      user_id: string
      for_user_id: string
      product_id: string
      quantity: number
      seen_price: number
      place: Generated<string>
    }
  }
}
