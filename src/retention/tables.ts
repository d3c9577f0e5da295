// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    legal_hold: {
      id: string
      business_id: string | null
      product_id: string | null
      lot: string | null
      reference: string
      reason: string
      set_at: Defaulted<Moment>
      set_by: string
      released_at: Moment | null
      released_by: string | null
      release_reason: Defaulted<string>
    }
  }
}
