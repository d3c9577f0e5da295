import type { Generated } from 'kysely'
import type { Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    allocation: {
      product_id: string
      mode: 'warn' | 'prevent'
      share_percent: number | null
      fixed: number | null
      floor: Generated<number>
      changed_at: Stamp
    }
    allocation_exception: {
      product_id: string
      business_id: string
      quantity: number
    }
  }
}
