import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { Db } from '#server/db/tables.ts'
import type { ProductCard, ProductSearch } from './contract.ts'
import { isVolatile, matches, orderOf, type Viewer, type Wanted } from './filter-products.ts'
import type { Memory } from './remember-counts.ts'
import { belongsTo, card, cardFor } from './shape-card.ts'

/** The part of a listing's page that comes from the database, and the catalogue's version it was read at. */
export interface Hits {
  version: string
  products: ProductCard[]
}

export interface How {
  wanted: Wanted
  viewer: Viewer
  memory: { ranks: Memory<string[]> }
}

/** A multiple of all page sizes, so that no page lies in two stretches. */
const stretch = 360

/**
 * Finding and ordering the hits is most of a page's cost, and both hold until the catalogue changes: they are remembered
 * in stretches. A page that was read by older ranks is read again.
 */
export const readPage = async (db: Db, search: ProductSearch, { wanted, viewer, memory }: How): Promise<Hits> => {
  const order = orderOf(search, viewer)
  const start = (search.page - 1) * search.viewCount
  if (isVolatile(wanted)) {
    const { value } = await idsAt(db, idsOf(wanted, order, search.viewCount, start))
    return hitsOf(db, viewer, value)
  }

  const first = Math.floor(start / stretch) * stretch
  const key = JSON.stringify([wanted, search.order, viewer.seesPrices, first])
  const rank = () => idsAt(db, idsOf(wanted, order, stretch, first))
  const read = (ranks: string[]) => hitsOf(db, viewer, ranks.slice(start - first, start - first + search.viewCount))
  await memory.ranks.prepare(key, rank)
  const known = memory.ranks.last(key) ?? []
  const hits = await read(known)
  const ranks = await memory.ranks.get(key, hits.version, rank)
  return ranks === known ? hits : read(ranks)
}

interface Found {
  id: string
}

const idsOf = (wanted: Wanted, order: RawBuilder<unknown>, limit: number, offset: number) =>
  sql<Found>`(select product.id from product where ${matches(wanted)} order by ${order} limit ${limit} offset ${offset})`

const idsAt = async (db: Db, ids: RawBuilder<Found>) => {
  const { rows } = await sql<{ version: string; value: string[] }>`
    select version::text, array(select id::text from ${ids} ranked) as value from catalogue_state`.execute(db)
  return rows[0] ?? { version: '', value: [] }
}

interface Asked {
  ids: string[]
  userId: string | null
}

/** The catalogue's version and, for every hit, what its card shows to this user. */
const cardsBy = (db: Db, hit: RawBuilder<Found & { place: number }>, userId: string | null) =>
  db
    .selectFrom('catalogue_state')
    .leftJoin(hit.as('hit'), (join) => join.onTrue())
    .leftJoin('product', 'product.id', 'hit.id')
    .leftJoin('custom_price as agreed', (join) =>
      join
        .onRef('agreed.product_id', '=', 'product.id')
        .on(belongsTo(userId, 'agreed'))
        .on('agreed.list', '=', sql.lit('general')),
    )
    .leftJoin('favourite', (join) =>
      join.onRef('favourite.product_id', '=', 'product.id').on(belongsTo(userId, 'favourite')),
    )
    .select(['catalogue_state.version', ...card, 'agreed.price as agreedPrice', 'favourite.user_id as favouredBy'])
    .orderBy('hit.place')

const cardsOf = prepareStatement((db, { ids, userId }: Asked) =>
  cardsBy(db, sql`(select * from unnest(${ids}::uuid[]) with ordinality as hit (id, place))`, userId),
)

interface AskedByNdc {
  one: string
  other: string
  third: string
  userId: string | null
  seesDrafts: boolean
}

const cardsOfNdcs = prepareStatement((db, { one, other, third, userId, seesDrafts }: AskedByNdc) =>
  cardsBy(
    db,
    sql`(select id, row_number() over (order by ndc_key) as place from product
      where ndc_key in (${one}, ${other}, ${third}) and ndc_key <> '' and not dummy_ndc and deleted_at is null
        and (is_published or ${seesDrafts}))`,
    userId,
  ),
)

/** The products that a typed code stands for: ten digits alone may stand for three. */
export const productsOfNdcs = async (db: Db, ndcKeys: string[], viewer: Viewer): Promise<ProductCard[]> => {
  const [one = '', other = '', third = ''] = ndcKeys
  const { user, seesDrafts } = viewer
  return hitsIn(viewer, await cardsOfNdcs(db, { one, other, third, userId: user?._id ?? null, seesDrafts })).products
}

/** What this viewer sees of these products, in their order; ids that are gone are left out. */
export const hitsOf = async (db: Db, viewer: Viewer, ids: string[]): Promise<Hits> =>
  hitsIn(viewer, await cardsOf(db, { ids, userId: viewer.user?._id ?? null }))

type CardRow = Awaited<ReturnType<typeof cardsOf>>[number]

const hitsIn = (viewer: Viewer, rows: CardRow[]): Hits => ({
  version: rows[0]?.version ?? '',
  products: rows.filter(isHit).map((row) => cardFor(viewer, row)),
})

const isHit = <R extends { _id: string | null }>(row: R): row is Filled<R> => row._id !== null

/** The columns of a joined row that is there: none of the product's own may be null. */
type Filled<R> = { [K in keyof R]: K extends 'agreedPrice' | 'favouredBy' ? R[K] : NonNullable<R[K]> }
