import type { Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    stock_movement: {
      id: string
      product_id: string
      quantity: number
      reason: 'initial' | 'order' | 'order deleted' | 'import' | 'correction'
      order_id: string | null
      note: Generated<string>
      actor_id: string | null
      created_at: Stamp
    }
    stock_request: {
      user_id: string
      product_id: string
      quantity: number
      asked_at: Stamp
      ends_at: Moment
      risen_at: Moment | null
      notified_at: Moment | null
    }
  }
}
