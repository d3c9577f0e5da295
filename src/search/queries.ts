import type { Db } from '#platform/db/tables.ts'
import { questionOf } from '#catalogue/compose-search.ts'
import { everything, type Facets, type ProductPage, ProductSearch } from '#catalogue/contract.ts'
import { countFacets } from './engine/count-facets.ts'
import { countOf, countProducts, type ProductCounts } from './count-products.ts'
import { isVolatile, visible, wantedOf } from './filter-products.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'
import { entriesFor } from './engine/find-text.ts'
import { followCatalogue } from './engine/follow-catalogue.ts'
import { matcherOf } from './engine/match-entry.ts'
import { type Hits, productsOfNdcs } from '#catalogue/read-cards.ts'
import { type How, readPage } from './read-page.ts'
import { type Memory, remember } from '#platform/remember-values.ts'
import { favouritesFor, searchText, type TextMemory } from './search-text.ts'

/** What this process remembers of the catalogue until it changes. */
export interface CatalogueMemory extends TextMemory {
  counts: ProductCounts
  categories: Memory<string[]>
  facets: Memory<Facets>
  /** The first hits of listings, in order. */
  ranks: Memory<string[]>
}

export const rememberCatalogue = (db: Db): CatalogueMemory => {
  const index = followCatalogue(db)
  return {
    index,
    ranked: remember(1_000),
    counts: countProducts(db, index),
    categories: remember(2),
    facets: remember(500),
    ranks: remember(200),
  }
}

/** One page of what was searched for; when nothing matches as typed, of what was probably meant. */
export const searchProducts = async (
  db: Db,
  search: ProductSearch,
  viewer: Viewer,
  memory: CatalogueMemory,
): Promise<ProductPage> => {
  const question = search.query === everything ? null : questionOf(search.query)
  if (question && isTextAlone(search)) {
    const products = question.ndcKeys.length > 0 ? await productsOfNdcs(db, question.ndcKeys, viewer) : []
    if (products.length > 0)
      return { products, countProducts: products.length, page: 1, pages: 1, corrected: false, meant: '' }
  }
  return question
    ? searchText(db, search, viewer, memory)
    : pageOf(db, search, { wanted: wantedOf(search, viewer), viewer, memory })
}

const unfiltered = ProductSearch.parse({})

/** True when nothing narrows the search but its text. */
const isTextAlone = ({ query, order, page, viewCount, ...filters }: ProductSearch): boolean =>
  Object.entries(filters).every(([name, value]) => value === unfiltered[name as keyof typeof filters])

interface HowToList extends How {
  memory: CatalogueMemory
}

/** The count comes from memory; where it is not known yet, it is counted while the page is read. */
const pageOf = async (db: Db, search: ProductSearch, { wanted, viewer, memory }: HowToList): Promise<ProductPage> => {
  const read = (page: number) => readPage(db, { ...search, page }, { wanted, viewer, memory })
  if (isVolatile(wanted)) return freshPage(search, (await countOf(db, wanted)).value, read)
  const lastCount = memory.counts.last(wanted)

  const guess = lastCount === undefined ? Math.min(search.page, 100_000) : within(search, lastCount)
  const [hits] = await Promise.all([read(guess), memory.counts.prepare(wanted)])
  const countProducts = await memory.counts.get(wanted, hits.version)
  const page = within(search, countProducts)
  const { products } = page === guess ? hits : await read(page)
  return { products, countProducts, page, pages: pagesOf(search, countProducts), corrected: false, meant: '' }
}

/** What changes without the catalogue is counted whenever it is asked for. */
const freshPage = async (
  search: ProductSearch,
  countProducts: number,
  read: (page: number) => Promise<Hits>,
): Promise<ProductPage> => {
  const page = within(search, countProducts)
  const { products } = await read(page)
  return { products, countProducts, page, pages: pagesOf(search, countProducts), corrected: false, meant: '' }
}

const pagesOf = ({ viewCount }: ProductSearch, count: number): number => Math.ceil(count / viewCount)

/** The page asked for, or the last one. */
const within = (search: ProductSearch, count: number): number =>
  Math.min(search.page, Math.max(1, pagesOf(search, count)))

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

/** How many products each further filter of a search would leave. */
export const facetsFor = async (
  db: Db,
  search: ProductSearch,
  viewer: Viewer,
  { index: followed, facets }: CatalogueMemory,
): Promise<Facets> => {
  const wanted = wantedOf(search, viewer)
  const favourites = await favouritesFor(db, search, viewer)
  const { version } = await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()
  await followed.catchUp(version)
  const { index, state } = await followed.current()
  const count = () => {
    const withoutFacets = { ...wanted, category: null, manufacturer: null, form: null, isCold: false, isInStock: false }
    const entries = entriesFor(index, search.query, {
      isWanted: matcherOf(index, wanted, favourites),
      isRelated: matcherOf(index, withoutFacets, favourites),
    })
    return countFacets(entries, wanted, index.values)
  }
  if (isVolatile(wanted)) return count()
  return facets.get(JSON.stringify([wanted, search.query]), state, async () => ({ version: state, value: count() }))
}
