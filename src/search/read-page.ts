import type { Db } from '#platform/db/tables.ts'
import type { ProductSearch } from '#catalogue/contract.ts'
import { isVolatile, type Wanted } from './filter-products.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'
import { rankOnWalk, rankProducts } from './rank-products.ts'
import { type Hits, hitsOf } from '#catalogue/read-cards.ts'
import { readFirstPage } from './read-first-page.ts'
import type { Memory } from '#platform/remember-values.ts'

export interface How {
  wanted: Wanted
  viewer: Viewer
  memory: { ranks: Memory<string[]> }
}

/**
 * A multiple of all page sizes, so that no page lies in two stretches. To get far down costs more than to read on from
 * there, so that more is read at once.
 */
const stretches = { near: 360, far: 2_880 }
const farFrom = 2 * stretches.far

/**
 * Finding and ordering the hits is most of a page's cost, and both hold until the catalogue changes: they are remembered
 * in stretches. A page that was read by older ranks is read again.
 */
export const readPage = async (db: Db, search: ProductSearch, { wanted, viewer, memory }: How): Promise<Hits> => {
  const start = (search.page - 1) * search.viewCount
  if (isVolatile(wanted)) {
    const part = { offset: start, limit: search.viewCount }
    const { value } = await rankProducts(db, search, { wanted, viewer }, part)
    return hitsOf(db, viewer, value)
  }

  const firstPage = start === 0 ? await readFirstPage(db, search, wanted, viewer) : null
  if (firstPage) return firstPage

  const stretch = start < farFrom ? stretches.near : stretches.far
  const first = start - (start % stretch)
  const from = (offset: number, limit: number) => ({
    key: JSON.stringify([wanted, search.order, viewer.seesPrices, offset]),
    rank: () => rankOnWalk(db, search, { wanted, viewer }, { offset, limit }),
  })
  const { key, rank } = from(first, stretch)
  const read = (ranks: string[]) => hitsOf(db, viewer, ranks.slice(start - first, start - first + search.viewCount))
  await memory.ranks.prepare(key, rank)
  const known = memory.ranks.last(key) ?? []
  const hits = await read(known)
  const ranks = await memory.ranks.get(key, hits.version, rank)
  if (ranks.length === stretches.far && start - first > stretch / 2) {
    // Whoever leafs on finds the next stretch ready; if it cannot be read, those who ask for it are told.
    const next = from(first + stretch, stretch)
    memory.ranks.prepare(next.key, next.rank).catch(() => {})
  }
  return ranks === known ? hits : read(ranks)
}
