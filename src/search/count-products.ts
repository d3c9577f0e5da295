import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { countByPrice } from './engine/count-by-price.ts'
import { countPublished } from './count-published.ts'
import { isByCategoryAndPrice, isEverything, matches, type Wanted } from './filter-products.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
import type { ProductIndex } from './engine/index-products.ts'
import { remember } from '#platform/remember-values.ts'

/** How many products match, by what this process keeps in memory or by the database. */
export interface ProductCounts {
  /** What is known without asking, of whatever version. */
  last(wanted: Wanted): number | undefined
  /** Begins to count what is not known at all, before the version that is wanted is known. */
  prepare(wanted: Wanted): Promise<unknown>
  /** The count at this version of the catalogue. */
  get(wanted: Wanted, version: string): Promise<number>
}

export const countProducts = (db: Db, followed: FollowedIndex): ProductCounts => {
  const counted = remember<number>(2_000)
  const byPrice = onceForEach(countByPrice)
  const ask = (wanted: Wanted) => () =>
    isEverything(wanted) ? countPublished(db, () => countOf(db, wanted)) : countOf(db, wanted)

  const shown = (wanted: Wanted): number | undefined => {
    const now = isByCategoryAndPrice(wanted) ? followed.shown() : null
    return now ? byPrice(now.index, now.version)(wanted) : undefined
  }

  const shownAt = (wanted: Wanted, version: string): number | undefined => {
    const index = isByCategoryAndPrice(wanted) ? followed.shownAt(version) : null
    return index ? byPrice(index, version)(wanted) : undefined
  }

  return {
    last: (wanted) => shown(wanted) ?? counted.last(keyOf(wanted)),
    prepare: async (wanted) => shown(wanted) ?? counted.prepare(keyOf(wanted), ask(wanted)),
    get: async (wanted, version) => shownAt(wanted, version) ?? counted.get(keyOf(wanted), version, ask(wanted)),
  }
}

const keyOf = (wanted: Wanted): string => JSON.stringify(wanted)

/** What was made of an index is good for one version of it. */
const onceForEach = <T>(make: (index: ProductIndex) => T) => {
  const made = new WeakMap<ProductIndex, { version: string; value: T }>()
  return (index: ProductIndex, version: string): T => {
    const before = made.get(index)
    if (before?.version === version) return before.value
    const value = make(index)
    made.set(index, { version, value })
    return value
  }
}

export const countOf = async (db: Db, wanted: Wanted) => {
  const counted = db
    .selectFrom('product')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(wanted))
  return db
    .selectFrom('catalogue_state')
    .select(['version', counted.$asScalar().$notNull().as('value')])
    .executeTakeFirstOrThrow()
}
