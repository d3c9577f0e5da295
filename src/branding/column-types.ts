import type { LegalLinks } from '#shared/legal-links.ts'

/** What the database does not know of these columns. */
export interface BrandingColumns {
  'brand.legal': LegalLinks
}
