// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    ship_to: {
      id: string
      business_id: string
      name: string
      address1: string
      city: string
      state: string
      zip: string
      country: string
      needs_license: Defaulted<boolean>
      erp_address: Defaulted<string>
      proposed_by: string | null
      created_at: Defaulted<Moment>
      version: Defaulted<number>
      verified_by: string | null
      verified_at: Moment | null
      removed_at: Moment | null
    }
  }
}
