import { readFile } from 'node:fs/promises'
import type { Brand } from '#platform/brand.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { BadSetting } from '#platform/read-setting.ts'
import { type BrandFacts, makeBrand } from './make-brand.ts'

/** Channel for notifications about brand changes, sent at commit. */
export const brandChannel = 'apotheca_brand'

export interface SyncedBrand {
  now(): Brand
  /** The brand in the settings. */
  usual: BrandFacts
  /** Reads the current brand from the database. */
  read(): Promise<void>
}

/** The current brand: set by an admin, or else by the settings. */
export const syncBrand = async (config: Config, db: Db): Promise<SyncedBrand> => {
  const usual = await factsOf(config)
  const fallback = await makeBrand(usual).catch((error: unknown) => {
    throw new BadSetting(`Settings BRAND_LOGO and BRAND_LOGO_DARK: a file cannot be rendered (${String(error)}).`)
  })
  let brand = fallback
  let reading: Promise<void> = Promise.resolve()
  const readOnce = async () => {
    const kept = await savedBrand(db)
    brand = kept ? await makeBrand(kept) : fallback
  }
  return {
    now: () => brand,
    usual,
    // Serialized, so that the last read has the latest state.
    read: () => (reading = reading.catch(() => {}).then(readOnce)),
  }
}

/** The brand set by an admin; null while the settings apply. */
export const savedBrand = async (db: Db): Promise<BrandFacts | null> => {
  const row = await db.selectFrom('brand').selectAll().executeTakeFirst()
  if (!row) return null
  const { name, color, footer, legal, logo, logo_dark: logoDark } = row
  return { name, color, footer, legal, logo, logoDark }
}

const factsOf = async (config: Config): Promise<BrandFacts> => ({
  name: config.BRAND_NAME,
  color: config.BRAND_COLOR,
  footer: config.BRAND_FOOTER,
  legal: config.LEGAL_URLS,
  logo: config.BRAND_LOGO ? await readFile(config.BRAND_LOGO) : null,
  logoDark: config.BRAND_LOGO_DARK ? await readFile(config.BRAND_LOGO_DARK) : null,
})
