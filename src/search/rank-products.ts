import { type RawBuilder, sql } from 'kysely'
import { unseen } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { ProductSearch } from '#catalogue/contract.ts'
import { matches, orderBy, orderOf, type Wanted } from './filter-products.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'
import { type Bounds, hitsOnWalk, type Walk, walkFor } from './walk-listing.ts'

/** Ids of hits in the listing's order, and the catalogue's version that they were read at. */
interface Ranks {
  version: string
  value: string[]
}

interface Stretch {
  offset: number
  limit: number
}

/** Some of a listing's hits, in their order. */
export const rankProducts = async (
  db: Db,
  search: ProductSearch,
  { wanted, viewer }: { wanted: Wanted; viewer: Viewer },
  { offset, limit }: Stretch,
): Promise<Ranks> => {
  const order = orderOf(search, viewer)
  const { rows } = await versioned(sql`
    select product.id from product where ${matches(wanted)} order by ${order} limit ${limit} offset ${offset}`).execute(
    db,
  )
  return ranksOf(rows)
}

/** The same by a statement that is kept planned, where an index holds the hits in their order. */
export const rankOnWalk = async (
  db: Db,
  search: ProductSearch,
  how: { wanted: Wanted; viewer: Viewer },
  { offset, limit }: Stretch,
): Promise<Ranks> => {
  const found = walkFor(search, how.wanted, how.viewer)
  if (!found) return rankProducts(db, search, how, { offset, limit })
  const { walk, bounds } = found
  const key = [...Object.values(walk), limit].join()
  const ask = known.get(key) ?? prepareRanks(walk, limit)
  known.set(key, ask)
  return ranksOf(await ask(db, { ...bounds, offset }))
}

/** At most 14 for each length of a stretch: every connection keeps a plan for each. */
const known = new Map<string, ReturnType<typeof prepareRanks>>()

const prepareRanks = (walk: Walk, limit: number) =>
  prepareStatement((_db, given: Bounds & { offset: number }) => {
    const part = sql`limit ${sql.lit(limit)} offset ${unseen(given.offset, 'bigint')}`
    return versioned(sql`select id from (${hitsOnWalk(walk, given, part)}) product order by ${orderBy(walk.order)}`)
  })

interface Row {
  version: string
  ids: string
}

/** As one text, which the driver need not take apart. */
const versioned = (ids: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select version::text, array_to_string(array(${ids}), ' ') as ids from catalogue_state`

const ranksOf = ([row]: readonly Row[]): Ranks => ({
  version: row?.version ?? '',
  value: row?.ids ? row.ids.split(' ') : [],
})
