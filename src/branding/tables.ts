import type { LegalLinks } from '#shared/legal-links.ts'
import type { Json, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    brand: {
      is_only: boolean
      name: string
      color: string
      footer: string
      legal: Json<LegalLinks>
      logo: Buffer | null
      logo_dark: Buffer | null
      changed_at: Stamp
    }
  }
}
