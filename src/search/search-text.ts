import type { Db } from '#platform/db/tables.ts'
import type { ProductPage, ProductSearch } from '#catalogue/contract.ts'
import { byPriceOnlyIfSeen, wantedOf } from './filter-products.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'
import { findText } from './engine/find-text.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
import { matcherOf } from './engine/match-entry.ts'
import { firstOf } from './engine/rank-hits.ts'
import { hitsOf } from '#catalogue/read-cards.ts'
import type { Memory } from '#platform/remember-values.ts'

/** What of a text's hits is remembered until the catalogue or its stock changes. */
interface Ranked {
  ids: string[]
  count: number
  meant: string
}

export interface TextMemory {
  index: FollowedIndex
  ranked: Memory<Ranked>
}

const mostAttempts = 3

/** Multiples of all page sizes: hardly anybody leafs further than the first. */
const [firstStretch, stretch] = [72, 720]

const stretchFor = ({ page, viewCount }: ProductSearch): number =>
  page * viewCount <= firstStretch ? firstStretch : Math.ceil((page * viewCount) / stretch) * stretch

/** One page of the hits, the best first. The index answers; the database shows whether it still is the catalogue's. */
export const searchText = async (
  db: Db,
  search: ProductSearch,
  viewer: Viewer,
  { index: followed, ranked: memory }: TextMemory,
): Promise<ProductPage> => {
  const favourites = await favouritesFor(db, search, viewer)
  const wanted = wantedOf(search, viewer)
  const order = byPriceOnlyIfSeen(search.order, viewer)
  for (let attempt = 1; ; attempt++) {
    const { index, version, state } = await followed.current()
    const most = Math.min(stretchFor(search), index.entries.length + stretch)
    const rank = (): Ranked => {
      const { hits, words, meant } = findText(index, search.query, matcherOf(index, wanted, favourites))
      return { ids: firstOf(index, hits, { words, order, most }), count: hits.length, meant }
    }
    const key = JSON.stringify([wanted, search.query, order, most])
    const { ids, count, meant } = favourites
      ? rank()
      : await memory.get(key, state, async () => ({ version: state, value: rank() }))
    const pages = Math.ceil(count / search.viewCount)
    const page = Math.min(search.page, Math.max(1, pages))
    const end = page * search.viewCount
    const { products, version: seen } = await hitsOf(db, viewer, ids.slice(end - search.viewCount, end))
    // Under a stream of changes an answer of a moment ago is better than none.
    if (seen === version || attempt === mostAttempts)
      return { products, countProducts: count, page, pages, corrected: meant !== '', meant }
    await followed.catchUp(seen)
  }
}

/** Marks change without a new version of the catalogue; there are few of them. */
export const favouritesFor = async (
  db: Db,
  { favourites }: ProductSearch,
  { user }: Viewer,
): Promise<ReadonlySet<string> | null> => {
  if (!favourites) return null
  if (!user) return new Set()
  const rows = await db.selectFrom('favourite').select('product_id').where('user_id', '=', user._id).execute()
  return new Set(rows.map(({ product_id: id }) => id))
}
