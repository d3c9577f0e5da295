import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { contractPriceRows } from '#catalog/contract-price.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

/** Contract prices of a business. */
export interface BusinessPrices {
  /** Unit price by product at quantity 1, if it differs from the list price. */
  prices: ReadonlyMap<string, number>
  /** All products with a contract price, including those with only higher quantity tiers. */
  products: ReadonlySet<string>
}

interface OfBusiness {
  businessId: string
  day: string
}

/** Contract prices of a business; returns the same object until a price, contract or product changes. */
export type PricesOf = (priced: OfBusiness) => Promise<BusinessPrices>

const maxPrices = 200_000

/**
 * Caches thousands of prices per catalog version, which every price change increases. One query returns the version,
 * and the prices only if the version is not the cached one.
 */
export const cachePrices = (db: Db): PricesOf => {
  const known = new LRUCache<string, BusinessPrices & { version: string }>({
    maxSize: maxPrices,
    sizeCalculation: ({ products }) => products.size + 1,
  })
  return async ({ businessId, day }) => {
    const key = `${businessId} ${day}`
    const kept = known.get(key)
    const [row] = await pricesUnless(db, { businessId, day, known: kept?.version ?? '0' })
    if (kept && row?.version === kept.version) return kept
    const fresh = { version: row?.version ?? '0', ...collected(row) }
    known.set(key, fresh)
    return fresh
  }
}

interface Columns {
  ids: string[] | null
  prices: (number | null)[] | null
}

const pricesUnless = prepareStatement(
  (_db, { businessId, day, known }: OfBusiness & { known: string }) =>
    // Aggregate into arrays: transferring thousands of rows takes longer than finding them.
    sql<Columns & { version: string }>`
      select state.version, own.ids, own.prices
      from catalogue_state state left join lateral (
        select json_agg(product_id) as ids, json_agg(price) as prices
        from ${contractPriceRows({ businessId: sql`${businessId}::uuid`, day: sql`${day}::date` })} priced
        where state.version <> ${known}::bigint
      ) own on true`,
)

const collected = (row: Columns | undefined): BusinessPrices => ({
  products: new Set(row?.ids),
  prices: new Map(row?.ids?.flatMap((id, at) => withPrice(id, row.prices?.[at]))),
})

const withPrice = (id: string, price: number | null = null): [string, number][] => (price === null ? [] : [[id, price]])
