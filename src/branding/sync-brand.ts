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
  /** Reads the current brand from the database. */
  read(): Promise<void>
}

/** The current brand. The settings are the brand of the first start; then admins change it. */
export const syncBrand = async (config: Config, db: Db): Promise<SyncedBrand> => {
  const first = await factsOf(config)
  let brand = await makeBrand(first).catch((error: unknown) => {
    throw new BadSetting(`Settings BRAND_LOGO and BRAND_LOGO_DARK: a file cannot be rendered (${String(error)}).`)
  })
  let reading: Promise<void> = Promise.resolve()
  const readOnce = async () => {
    await db
      .insertInto('brand')
      .values({ is_only: true, ...brandRow(first) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    brand = await makeBrand(await savedBrand(db))
  }
  return {
    now: () => brand,
    // Serialized, so that the last read has the latest state.
    read: () => (reading = reading.catch(() => {}).then(readOnce)),
  }
}

export const savedBrand = async (db: Db): Promise<BrandFacts> => {
  const row = await db.selectFrom('brand').selectAll().executeTakeFirstOrThrow()
  const { name, color, footer, legal, logo, logo_dark: logoDark } = row
  return { name, color, footer, legal, logo, logoDark }
}

export const brandRow = ({ logoDark, legal, ...facts }: BrandFacts) => ({
  ...facts,
  legal: JSON.stringify(legal),
  logo_dark: logoDark,
})

const factsOf = async (config: Config): Promise<BrandFacts> => ({
  name: config.BRAND_NAME,
  color: config.BRAND_COLOR,
  footer: config.BRAND_FOOTER,
  legal: config.LEGAL_URLS,
  logo: config.BRAND_LOGO ? await readFile(config.BRAND_LOGO) : null,
  logoDark: config.BRAND_LOGO_DARK ? await readFile(config.BRAND_LOGO_DARK) : null,
})
