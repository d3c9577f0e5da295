import type { BrandTones } from '#shared/brand-tones.ts'
import type { LegalLinks } from '#shared/legal-links.ts'

/** A logo as it was given, and as a picture for mails and paper. */
export interface Logo {
  type: 'image/png' | 'image/svg+xml'
  content: Buffer
  png: Buffer
  width: number
  height: number
}

/** How the portal looks and is called at a moment. */
export interface Brand {
  name: string
  /** Empty when the portal keeps its own. */
  color: string
  tones: BrandTones | null
  footer: string
  legal: LegalLinks
  /** For light grounds, and for dark ones. */
  logo: Logo | null
  logoDark: Logo | null
  /** Another one whenever anything of it is another. */
  version: string
}

/** The portal's own green, where no color was chosen: the header's and that of what can be pressed. */
const ownTones = { header: '#0b3b2e', headerInDark: '#0d211b', strong: '#12523f', inDark: '#8fc3ad' }

export const mainTonesOf = ({ tones }: Pick<Brand, 'tones'>): typeof ownTones => {
  const [header = '', headerInDark = ''] = tones?.surfaces['--header'] ?? []
  const [strong = '', inDark = ''] = tones?.surfaces['--mantine-color-anchor'] ?? []
  return tones ? { header, headerInDark, strong, inDark } : ownTones
}
