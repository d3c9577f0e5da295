import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { contractPriceRows } from '#catalog/contract-price.ts'
import { restrictionsOpenTo } from '#catalog/filter-visible.ts'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { type ContractPrices, noContractPrices } from './index/place-prices.ts'
import type { StampedIds } from './index/read-restrictions.ts'
import type { IndexSnapshot } from './index/sync-catalog-index.ts'

/** What listings and searches need to know about a business. */
interface BuyerFacts {
  /** Unit prices at quantity 1, where they differ from the list price. */
  prices: ContractPrices
  /** All products with a contract price, including those with only higher quantity tiers. */
  contracted: ReadonlySet<string>
  /** The restrictions whose audience includes the business; null if nothing is hidden from the viewer. */
  open: StampedIds | null
  /** Products that the business ordered before. */
  ordered: StampedIds
}

/** The facts that are read only if needed, because a business may have thousands of each. */
interface NeededFacts {
  prices: boolean
  ordered: boolean
}

export type BuyerFactsOf = (viewer: Viewer, now: IndexSnapshot, needed: NeededFacts) => Promise<BuyerFacts>

interface CachedFacts extends BuyerFacts {
  open: StampedIds
  version: string
  day: string
  has: NeededFacts
}

const maxIds = 500_000
/** Orders create no catalog version, and purchases only affect ranking. */
const milliseconds = 10 * 60_000

const noIds: StampedIds = { stamp: '', ids: new Set() }

const noFacts: BuyerFacts = { prices: noContractPrices, contracted: new Set(), open: noIds, ordered: noIds }

/**
 * Caches the facts of each business until the catalog version changes: every change of a price, a restriction or an
 * audience creates a new one.
 */
export const cacheBuyerFacts = (db: Db): BuyerFactsOf => {
  const known = new LRUCache<string, CachedFacts>({
    maxSize: maxIds,
    sizeCalculation: ({ contracted, open, ordered }) => contracted.size + open.ids.size + ordered.ids.size + 1,
    ttl: milliseconds,
  })
  const read = async (businessId: string, day: string, version: string, needed: NeededFacts) => {
    const last = known.get(businessId)
    const kept = last?.day === day && BigInt(last.version) >= BigInt(version) ? last : null
    if (kept && (kept.has.prices || !needed.prices) && (kept.has.ordered || !needed.ordered)) return kept
    const has = {
      prices: needed.prices || kept?.has.prices === true,
      ordered: needed.ordered || kept?.has.ordered === true,
    }
    const [row] = await readFacts(db, { businessId, day, ...has })
    if (!row) return noFacts
    const facts = {
      version: row.version,
      day,
      has,
      prices: { byId: new Map(Object.entries(row.prices ?? {})), placed: null },
      contracted: new Set(row.priced),
      open: stamped(row.open),
      ordered: stamped(row.ordered),
    }
    known.set(businessId, facts)
    return facts
  }
  return async ({ user, day, seesRestricted }, { index, version }, needed) => {
    const seesAll = seesRestricted || index.restrictions.numbers.size === 0
    const isNeeded = needed.prices || needed.ordered || !seesAll
    const facts = user?.businessId && isNeeded ? await read(user.businessId, day, version, needed) : noFacts
    return seesAll ? { ...facts, open: null } : facts
  }
}

interface Read {
  version: string
  open: string[]
  ordered: string[] | null
  priced: string[] | null
  prices: Record<string, number> | null
}

const readFacts = prepareStatement(
  (_db, { businessId, day, prices, ordered }: NeededFacts & { businessId: string; day: string }) =>
    // Aggregate into arrays: transferring thousands of rows takes longer than finding them.
    sql<Read>`
      select version, ${restrictionsOpenTo(sql`${businessId}::uuid`)} as open, own.ids as priced, own.prices, (
          select json_agg(product_id) from business_product
          where ${ordered}::boolean and business_id = ${businessId}::text
        ) as ordered
      from catalogue_state left join lateral (
        select json_agg(product_id) as ids, json_object_agg(product_id, price) filter (where price is not null) as prices
        from ${contractPriceRows({ businessId: sql`${businessId}::uuid`, day: sql`${day}::date` })} priced
        where ${prices}::boolean
      ) own on true`,
)

const stamped = (read: readonly string[] | null): StampedIds => {
  const ids = (read ?? []).toSorted()
  const stamp = ids.length > 0 ? createHash('sha256').update(ids.join()).digest('base64') : ''
  return { stamp, ids: new Set(ids) }
}
