import type { LegalLinks } from '#shared/legal-links.ts'

/** Overrides for columns whose type the database cannot express. */
export interface BrandingColumns {
  'brand.legal': LegalLinks
}
