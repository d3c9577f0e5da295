import type { Generated } from 'kysely'
import type { Stamp } from '#platform/db/column-types.ts'

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
  }
}
