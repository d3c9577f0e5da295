import { type RawBuilder, sql } from 'kysely'
import type { Db, Row } from '#platform/db/tables.ts'
import type { ProductSearch } from '#catalogue/contract.ts'
import { orderBy, type Wanted } from './filter-products.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'
import { type Hits, prepareCards } from '#catalogue/read-cards.ts'
import { type Bounds, hitsOnWalk, type Walk, walkFor } from './walk-listing.ts'

/**
 * The first page, where an index holds the hits in the listing's order: a walk over its first entries costs less than
 * looking up ids that were remembered. Null for all other listings.
 */
export const readFirstPage = async (
  db: Db,
  search: ProductSearch,
  wanted: Wanted,
  viewer: Viewer,
): Promise<Hits | null> => {
  const found = walkFor(search, wanted, viewer)
  if (!found) return null
  const { walk, bounds } = found
  const key = [...Object.values(walk), search.viewCount].join()
  const read = known.get(key) ?? prepareFirst(walk, search.viewCount)
  known.set(key, read)
  return read(db, viewer, bounds)
}

/** At most 42: every connection keeps a plan for each. */
const known = new Map<string, ReturnType<typeof prepareFirst>>()

const prepareFirst = (walk: Walk, size: ProductSearch['viewCount']) =>
  prepareCards((bounds: Bounds) => ({
    // The rows are the table's, whole.
    products: sql`(${hitsOnWalk(walk, bounds, sql`limit ${sql.lit(size)}`)})` as RawBuilder<Row<'product'>>,
    order: orderBy(walk.order),
  }))
