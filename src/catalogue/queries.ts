import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { questionOf } from './compose-search.ts'
import { everything, type ProductCard, type ProductPage, type ProductSearch } from './contract.ts'
import { correctSpelling } from './correct-spelling.ts'
import { isVolatile, matches, orderOf, type Viewer, visible, type Wanted, wantedOf } from './filter-products.ts'
import { type Memory, remember } from './remember-counts.ts'
import { belongsTo, card, cardFor } from './shape-card.ts'

/** What this process remembers of the catalogue until it changes. */
export interface CatalogueMemory {
  counts: Memory<number>
  categories: Memory<string[]>
  /** The first hits of texts that were searched for, in order. */
  ranks: Memory<string[]>
}

export const rememberCatalogue = (): CatalogueMemory => ({
  counts: remember(2_000),
  categories: remember(2),
  ranks: remember(200),
})

/** The part of a listing's page that comes from the database, and the catalogue's version it was read at. */
interface Hits {
  version: string
  products: ProductCard[]
}

/** One page of what was searched for; when nothing matches as typed, of what was probably meant. */
export const searchProducts = async (
  db: Db,
  search: ProductSearch,
  viewer: Viewer,
  memory: CatalogueMemory,
): Promise<ProductPage> => {
  const question = search.query === everything ? null : questionOf(search.query)
  const asTyped = await pageOf(db, search, { wanted: wantedOf(search, question, viewer), viewer, memory })
  if (asTyped.countProducts > 0 || !question) return asTyped
  const words = await correctSpelling(db, question.words)
  if (!words) return asTyped
  const asMeant = await pageOf(db, search, { wanted: wantedOf(search, { words, ndcKeys: [] }, viewer), viewer, memory })
  return asMeant.countProducts > 0 ? { ...asMeant, corrected: true } : asTyped
}

interface How {
  wanted: Wanted
  viewer: Viewer
  memory: CatalogueMemory
}

/** The count comes from memory; where it is not known yet, it is counted while the page is read. */
const pageOf = async (db: Db, search: ProductSearch, { wanted, viewer, memory }: How): Promise<ProductPage> => {
  const key = JSON.stringify(wanted)
  const count = () => countOf(db, wanted)
  const read = (page: number) => readPage(db, { ...search, page }, { wanted, viewer, memory })
  if (isVolatile(wanted)) return freshPage(search, (await count()).value, read)
  const lastCount = memory.counts.last(key)

  const guess = lastCount === undefined ? Math.min(search.page, 100_000) : within(search, lastCount)
  const [hits] = await Promise.all([read(guess), memory.counts.prepare(key, count)])
  const countProducts = await memory.counts.get(key, hits.version, count)
  const page = within(search, countProducts)
  const { products } = page === guess ? hits : await read(page)
  return { products, countProducts, page, pages: pagesOf(search, countProducts), corrected: false }
}

/** What changes without the catalogue is counted whenever it is asked for. */
const freshPage = async (
  search: ProductSearch,
  countProducts: number,
  read: (page: number) => Promise<Hits>,
): Promise<ProductPage> => {
  const page = within(search, countProducts)
  const { products } = await read(page)
  return { products, countProducts, page, pages: pagesOf(search, countProducts), corrected: false }
}

const mostRanked = 360

/**
 * Ranking every hit of a broad text is most of its cost, and the ranks hold until the catalogue changes: the first of
 * them are remembered. What was read by older ranks is read again.
 */
const readPage = async (db: Db, search: ProductSearch, { wanted, viewer, memory }: How): Promise<Hits> => {
  const order = orderOf(search, wanted, viewer)
  const end = search.page * search.viewCount
  if (!wanted.question || isVolatile(wanted) || end > mostRanked)
    return hitsOf(db, {
      viewer,
      order,
      hit: idsOf(wanted, order, { limit: search.viewCount, offset: end - search.viewCount }),
    })

  const key = JSON.stringify([wanted, search.order, viewer.seesPrices])
  const rank = async () => {
    const ids = idsOf(wanted, order, { limit: mostRanked, offset: 0 })
    const { rows } = await sql<{ version: string; value: string[] }>`
      select version::text, array(select id::text from ${ids} ranked) as value from catalogue_state`.execute(db)
    return rows[0] ?? { version: '', value: [] }
  }
  const readBy = (ranks: string[]) =>
    hitsOf(db, {
      viewer,
      order: sql`hit.place`,
      hit: sql<Found>`(select id, place from unnest(${ranks.slice(end - search.viewCount, end)}::uuid[]) with ordinality as ranked (id, place))`,
    })
  await memory.ranks.prepare(key, rank)
  const known = memory.ranks.last(key) ?? []
  const hits = await readBy(known)
  const ranks = await memory.ranks.get(key, hits.version, rank)
  return ranks === known ? hits : readBy(ranks)
}

const idsOf = (wanted: Wanted, order: RawBuilder<unknown>, { limit, offset }: { limit: number; offset: number }) =>
  sql<Found>`(select product.id from product where ${matches(wanted)} order by ${order} limit ${limit} offset ${offset})`

interface Found {
  id: string
}

const pagesOf = ({ viewCount }: ProductSearch, count: number): number => Math.ceil(count / viewCount)

/** The page asked for, or the last one (G42). */
const within = (search: ProductSearch, count: number): number =>
  Math.min(search.page, Math.max(1, pagesOf(search, count)))

const countOf = async (db: Db, wanted: Wanted) => {
  const counted = db
    .selectFrom('product')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(wanted))
  return db
    .selectFrom('catalogue_state')
    .select(['version', counted.$asScalar().$notNull().as('value')])
    .executeTakeFirstOrThrow()
}

interface HitsBy {
  viewer: Viewer
  /** A query of ids, called `hit` where the order speaks of it. */
  hit: RawBuilder<Found>
  order: RawBuilder<unknown>
}

/** The ids are found first, in an index alone where the order has one; only the page's own rows are then read and joined. */
const hitsOf = async (db: Db, { viewer, hit, order }: HitsBy): Promise<Hits> => {
  const rows = await db
    .selectFrom('catalogue_state')
    .leftJoin(hit.as('hit'), (join) => join.onTrue())
    .leftJoin('product', 'product.id', 'hit.id')
    .leftJoin('custom_price as agreed', (join) =>
      join
        .onRef('agreed.product_id', '=', 'product.id')
        .on(belongsTo(viewer, 'agreed'))
        .on('agreed.list', '=', 'general'),
    )
    .leftJoin('favourite', (join) =>
      join.onRef('favourite.product_id', '=', 'product.id').on(belongsTo(viewer, 'favourite')),
    )
    .select(['catalogue_state.version', ...card, 'agreed.price as agreedPrice', 'favourite.user_id as favouredBy'])
    .orderBy(order)
    .execute()
  return {
    version: rows[0]?.version ?? '',
    products: rows.filter(isHit).map((row) => cardFor(viewer, row)),
  }
}

const isHit = <R extends { _id: string | null }>(row: R): row is Filled<R> => row._id !== null

/** The columns of a joined row that is there: none of the product's own may be null. */
type Filled<R> = { [K in keyof R]: K extends 'agreedPrice' | 'favouredBy' ? R[K] : NonNullable<R[K]> }

const mostCategories = 1_000

/** Names of the categories that hold something this viewer may see. */
export const categoriesFor = async (
  db: Db,
  { seesDrafts }: Viewer,
  { categories }: CatalogueMemory,
): Promise<string[]> => {
  const { version } = await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()
  return categories.get(seesDrafts ? 'all' : 'published', version, async () => {
    const rows = await db
      .selectFrom('product')
      .select('category')
      .distinct()
      .where(visible(seesDrafts))
      .where('category', '<>', '')
      .orderBy('category')
      .limit(mostCategories)
      .execute()
    return { version, value: rows.map(({ category }) => category) }
  })
}
