import { sql } from 'kysely'
import { unseen } from '#server/db/conditions.ts'
import type { Db } from '#server/db/tables.ts'
import type { ProductSearch } from './contract.ts'
import {
  byPriceOnlyIfSeen,
  isByCategoryAndPrice,
  orderBy,
  type Viewer,
  visible,
  type Wanted,
} from './filter-products.ts'
import { type Hits, prepareCards } from './read-cards.ts'

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
  const order = byPriceOnlyIfSeen(search.order, viewer)
  if (!isWalk(wanted, order)) return null
  const { category, price } = wanted
  const walk = walkOf({ order, size: search.viewCount, isByCategory: category !== null, isByPrice: price !== null })
  return walk(db, viewer, { category: category ?? '', from: 0, to: 0, ...price })
}

const isWalk = (wanted: Wanted, order: ProductSearch['order']): boolean =>
  isByCategoryAndPrice(wanted) &&
  !wanted.seesDrafts &&
  (wanted.price === null || order === 'lowest' || order === 'highest')

interface Form {
  order: ProductSearch['order']
  size: ProductSearch['viewCount']
  isByCategory: boolean
  isByPrice: boolean
}

interface Asked {
  category: string
  from: number
  to: number
}

/**
 * The walk begins at one end of the price range, and what lies past the other is dropped afterwards: with both ends,
 * values unseen, the planner takes every range for narrow and would sort its hits.
 */
const prepareWalk = ({ order, size, isByCategory, isByPrice }: Form) =>
  prepareCards(({ category, from, to }: Asked) => {
    const ends = [sql`product.price >= ${unseen(from, 'numeric')}`, sql`product.price <= ${unseen(to, 'numeric')}`]
    const [first, last] = order === 'highest' ? ends.toReversed() : ends
    const conditions = [
      visible(false),
      ...(isByCategory ? [sql`product.category = ${unseen(category, 'text')}`] : []),
      ...(isByPrice && first ? [first] : []),
    ]
    const walked = sql`select * from product where ${sql.join(conditions, sql` and `)}
      order by ${orderBy(order)} limit ${sql.lit(size)}`
    return {
      products: sql`(select * from (${walked}) product where ${isByPrice && last ? last : sql`true`})`,
      order: orderBy(order),
    }
  })

/** At most 42: every connection keeps a plan for each. */
const known = new Map<string, ReturnType<typeof prepareWalk>>()

const walkOf = (form: Form) => {
  const key = Object.values(form).join()
  const walk = known.get(key) ?? prepareWalk(form)
  known.set(key, walk)
  return walk
}
