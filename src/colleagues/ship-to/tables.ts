import type { Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    ship_to: ShipToTable
  }
}

interface ShipToTable {
  id: string
  business_id: string
  name: string
  address1: string
  city: string
  state: string
  zip: string
  country: string
  license_number: Generated<string>
  license_state: Generated<string>
  /** A calendar day, `YYYY-MM-DD`. */
  license_expires_on: string | null
  needs_license: Generated<boolean>
  erp_address: Generated<string>
  proposed_by: string | null
  created_at: Stamp
  version: Generated<number>
  verified_by: string | null
  verified_at: Moment | null
  removed_at: Moment | null
}
