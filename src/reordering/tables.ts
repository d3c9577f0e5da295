// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    order_guide: {
      id: string
      business_id: string
      name: string
      created_at: Defaulted<Moment>
      changed_at: Defaulted<Moment>
    }
    order_guide_line: {
      guide_id: string
      product_id: string
      quantity: number
      place: number
    }
    product_affinity: {
      product_id: string
      other_id: string
      businesses: number
    }
    license_assortment: {
      license_type: string
      product_id: string
      businesses: number
    }
    customer_habit: {
      business_id: string
      stamp: string
      habits: Json<unknown>
      product_ids: string[]
      made_at: Defaulted<Moment>
    }
    guide_schedule: {
      guide_id: string
      user_id: string
      every_weeks: number
      next_day: string
      ship_to_id: string | null
      is_paused: Defaulted<boolean>
      version: Defaulted<number>
    }
  }
}
