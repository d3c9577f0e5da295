// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { BrandingColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    brand: {
      is_only: Defaulted<boolean>
      name: string
      color: string
      footer: string
      legal: Json<BrandingColumns['brand.legal']>
      logo: Buffer | null
      logo_dark: Buffer | null
      changed_at: Defaulted<Moment>
    }
  }
}
