import type { BrandTones } from '#shared/brand-tones.ts'
import type { LegalLinks } from '#shared/legal-links.ts'

/** An uploaded logo with a PNG rendering for emails and PDFs. */
export interface Logo {
  type: 'image/png' | 'image/svg+xml'
  content: Buffer
  png: Buffer
  width: number
  height: number
}

export interface Brand {
  name: string
  /** Empty when the portal uses its default color. */
  color: string
  tones: BrandTones | null
  footer: string
  legal: LegalLinks
  /** `logo` is for light backgrounds, `logoDark` for dark ones. */
  logo: Logo | null
  logoDark: Logo | null
  /** Changes whenever any other field changes. */
  version: string
}

/** Default greens of the header and of links and buttons, used when no brand color is set. */
const ownTones = { header: '#0b3b2e', headerInDark: '#0d211b', strong: '#12523f', inDark: '#8fc3ad' }

export const mainTonesOf = ({ tones }: Pick<Brand, 'tones'>): typeof ownTones => {
  const [header = '', headerInDark = ''] = tones?.surfaces['--header'] ?? []
  const [strong = '', inDark = ''] = tones?.surfaces['--mantine-color-anchor'] ?? []
  return tones ? { header, headerInDark, strong, inDark } : ownTones
}
