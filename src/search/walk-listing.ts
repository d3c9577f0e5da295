import { type RawBuilder, sql } from 'kysely'
import { unseen } from '#platform/db/conditions.ts'
import type { ProductSearch } from '#catalogue/contract.ts'
import { byPriceOnlyIfSeen, isByCategoryAndPrice, orderBy, visible, type Wanted } from './filter-products.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'

/** What statements for listings differ in that an index holds in the listing's order. */
export interface Walk {
  order: ProductSearch['order']
  isByCategory: boolean
  isByPrice: boolean
}

/** What such a statement is told. */
export interface Bounds {
  category: string
  from: number
  to: number
}

/** How this listing is walked, and where; null where no index holds its hits in their order. */
export const walkFor = (
  search: ProductSearch,
  wanted: Wanted,
  viewer: Viewer,
): { walk: Walk; bounds: Bounds } | null => {
  const { category, price } = wanted
  const order = byPriceOnlyIfSeen(search.order, viewer)
  const isWalk = price === null || order === 'lowest' || order === 'highest'
  if (!isByCategoryAndPrice(wanted) || wanted.seesDrafts || !isWalk) return null
  return {
    walk: { order, isByCategory: category !== null, isByPrice: price !== null },
    bounds: { category: category ?? '', from: 0, to: 0, ...price },
  }
}

/**
 * Some of the hits, in no order. The walk begins at one end of the price range, and what lies past the other is dropped
 * afterwards: with both ends, values unseen, the planner takes every range for narrow and would sort its hits.
 */
export const hitsOnWalk = (
  { order, isByCategory, isByPrice }: Walk,
  { category, from, to }: Bounds,
  part: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const ends = [sql`product.price >= ${unseen(from, 'numeric')}`, sql`product.price <= ${unseen(to, 'numeric')}`]
  const [first, last] = order === 'highest' ? ends.toReversed() : ends
  const conditions = [
    visible(false),
    ...(isByCategory ? [sql`product.category = ${unseen(category, 'text')}`] : []),
    ...(isByPrice && first ? [first] : []),
  ]
  return sql`select * from (
    select * from product where ${sql.join(conditions, sql` and `)} order by ${orderBy(order)} ${part}
  ) product where ${isByPrice && last ? last : sql`true`}`
}
