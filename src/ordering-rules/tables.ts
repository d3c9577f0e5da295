// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    allocation: {
      product_id: string
      mode: 'warn' | 'prevent'
      share_percent: number | null
      fixed: number | null
      floor: Defaulted<number>
      changed_at: Defaulted<Moment>
    }
    allocation_exception: {
      product_id: string
      business_id: string
      quantity: number
    }
    delivery_method: {
      method: string
      cut_off: string | null
      transit_days: number | null
    }
    kept_holiday: {
      rule: string
    }
    delivery_day: {
      day: string
      is_open: boolean
      name: Defaulted<string>
    }
  }
}
