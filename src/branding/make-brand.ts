import { createHash } from 'node:crypto'
import { tonesOf } from '#shared/brand-tones.ts'
import type { LegalLinks } from '#shared/legal-links.ts'
import type { Brand, Logo } from '#platform/brand.ts'
import { logoTypeOf } from '#platform/check-logo.ts'

/** The brand as it is saved. */
export interface BrandFacts {
  name: string
  color: string
  footer: string
  legal: LegalLinks
  logo: Buffer | null
  logoDark: Buffer | null
}

export const makeBrand = async ({ logo, logoDark, ...facts }: BrandFacts): Promise<Brand> => ({
  ...facts,
  tones: facts.color ? tonesOf(facts.color) : null,
  logo: await makeLogo(logo),
  logoDark: await makeLogo(logoDark),
  version: createHash('sha256')
    .update(JSON.stringify([facts, logo?.toString('base64'), logoDark?.toString('base64')]))
    .digest('hex')
    .slice(0, 12),
})

/** Pixels; sharp enough for print and high-density screens. */
const widest = 720
const highest = 192

const makeLogo = async (content: Buffer | null): Promise<Logo | null> => {
  const type = content && logoTypeOf(content)
  if (!type) return null
  // Only loaded when there is a logo.
  const { default: sharp } = await import('sharp')
  const density = type === 'image/svg+xml' ? { density: 288 } : {}
  const { data, info } = await sharp(content, { ...density, limitInputPixels: 20_000_000 })
    .resize({ width: widest, height: highest, fit: 'inside', withoutEnlargement: type === 'image/png' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { type, content, png: data, width: info.width, height: info.height }
}
