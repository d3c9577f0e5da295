import { readFile } from 'node:fs/promises'
import type { Brand } from '#platform/brand.ts'
import type { Config } from '#platform/config.ts'
import { BadSetting } from '#platform/read-setting.ts'
import { type BrandFacts, makeBrand } from './make-brand.ts'

export interface FollowedBrand {
  now(): Brand
}

/** The brand as it is at every moment. */
export const followBrand = async (config: Config): Promise<FollowedBrand> => {
  const brand = await makeBrand(await factsOf(config)).catch((error: unknown) => {
    throw new BadSetting(`Settings BRAND_LOGO and BRAND_LOGO_DARK: a file cannot be drawn (${String(error)}).`)
  })
  return { now: () => brand }
}

const factsOf = async (config: Config): Promise<BrandFacts> => ({
  name: config.BRAND_NAME,
  color: config.BRAND_COLOR,
  footer: config.BRAND_FOOTER,
  legal: config.LEGAL_URLS,
  logo: config.BRAND_LOGO ? await readFile(config.BRAND_LOGO) : null,
  logoDark: config.BRAND_LOGO_DARK ? await readFile(config.BRAND_LOGO_DARK) : null,
})
