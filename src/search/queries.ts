import type { Answer } from '#shared/endpoint.ts'
import {
  type catalog,
  everything,
  type Facets,
  type ProductCard,
  type ProductPage,
  ProductSearch,
} from '#catalog/contract.ts'
import { hitsOf } from '#catalog/read-cards.ts'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import type { BusinessPrices, PricesOf } from '#pricing/cache-prices.ts'
import type { Db } from '#platform/db/tables.ts'
import { countCategories, countFacets } from './query/count-facets.ts'
import { type Ordered, searchIndex, type SearchRequest } from './query/find-products.ts'
import { noRemarks } from './query/find-words.ts'
import type { CatalogIndex } from './index/sync-catalog-index.ts'
import { type Filters, unfiltered } from './query/match-filters.ts'
import type { OpenTo } from './cache-restrictions.ts'
import { favoritesOf } from '#catalog/set-favorite.ts'

const maxAttempts = 3

interface Sources {
  db: Db
  followed: CatalogIndex
  pricesOf: PricesOf
  /** Products that a business ordered before. */
  orderedBefore: (businessId: string) => Promise<Ordered>
  openTo: OpenTo
}

/**
 * One page of search results. The index answers; the database provides the cards and shows whether the index is
 * current.
 */
export const searchProducts = async (
  sources: Sources,
  search: ProductSearch,
  viewer: Viewer,
  isTyping = false,
): Promise<ProductPage> => {
  const { db, followed, orderedBefore, openTo } = sources
  const businessId = viewer.user?.businessId
  const [wanted, ordered] = await Promise.all([
    searchRequestFor(sources, search, viewer),
    businessId ? orderedBefore(businessId) : null,
  ])
  const asked = { ...wanted, isTyping, ordered }
  const mayBeSeen = ({ isPublished }: ProductCard) => isPublished || viewer.seesDrafts
  for (let attempt = 1; ; attempt++) {
    const { index, version } = await followed.current()
    const open = await openTo(viewer, { index, version })
    const { count, remarks, part, noteOf } = searchIndex(index, { ...asked, filters: { ...asked.filters, open } })
    const pages = Math.ceil(count / search.viewCount)
    const page = Math.min(search.page, Math.max(1, pages))
    const end = page * search.viewCount
    const { products, state: seen } = await hitsOf(db, viewer, part(end - search.viewCount, end))
    // During continuous changes, results from a slightly older index are acceptable: cards are always current, only
    // their positions may be stale.
    if (seen.version === version || attempt === maxAttempts || !(await followed.refresh(seen)))
      return {
        products: products.filter(mayBeSeen).map(markedIn(ordered)).map(notedBy(noteOf)),
        countProducts: count,
        page,
        pages,
        ...remarks,
      }
  }
}

const markedIn =
  (ordered: Ordered | null) =>
  (card: ProductCard): ProductCard =>
    ordered?.ids.has(card._id) ? { ...card, isOrderedBefore: true } : card

const notedBy =
  (noteOf: (id: string) => string) =>
  (card: ProductCard): ProductCard => {
    const strengthNote = noteOf(card._id)
    return strengthNote === '' ? card : { ...card, strengthNote }
  }

const maxSuggested = 8

/** The best matches for a partly typed text. A single letter is ignored: it would match half the catalog. */
export const suggestProducts = async (
  sources: Sources,
  text: string,
  viewer: Viewer,
): Promise<Answer<typeof catalog.suggest>> => {
  if (text === everything || text.length < 2) return { products: [], ...noRemarks }
  const search = { ...ProductSearch.parse({}), query: text }
  const { products, countProducts, page, pages, ...remarks } = await searchProducts(sources, search, viewer, true)
  return { products: products.slice(0, maxSuggested), ...remarks }
}

/** Facet counts for a search. */
export const facetsFor = async (sources: Sources, search: ProductSearch, viewer: Viewer): Promise<Facets> => {
  const { followed, openTo } = sources
  const [{ text, filters }, now] = await Promise.all([searchRequestFor(sources, search, viewer), followed.latest()])
  return countFacets(now.index, text, { ...filters, open: await openTo(viewer, now) })
}

const maxCategories = 1_000

/** Categories that contain products the viewer may see. */
export const categoriesFor = async (
  { followed, openTo }: Pick<Sources, 'followed' | 'openTo'>,
  viewer: Viewer,
): Promise<string[]> => {
  const now = await followed.latest()
  const counts = countCategories(now.index, unfiltered(viewer.seesDrafts, await openTo(viewer, now)))
  return counts
    .map(({ value }) => value)
    .filter((category) => category !== '')
    .slice(0, maxCategories)
}

/**
 * Converts a search into an index request. Invalid filters are dropped. If prices are hidden, they are neither filtered
 * nor sorted by, because the result would reveal them.
 */
const searchRequestFor = async (
  { db, pricesOf }: { db: Db; pricesOf: PricesOf },
  search: ProductSearch,
  viewer: Viewer,
): Promise<SearchRequest> => {
  const { user, seesDrafts, seesPrices, day } = viewer
  const price = seesPrices ? priceRangeOf(search.price) : null
  const sortsByPrice = search.order === 'lowest' || search.order === 'highest'
  const isByPrice = seesPrices && (price !== null || sortsByPrice)
  const [favourites, own] = await Promise.all([
    search.favourites ? favoritesOf(db, user) : null,
    user?.businessId && (isByPrice || search.contract) ? pricesOf({ businessId: user.businessId, day }) : noPrices,
  ])
  const contracted = search.contract ? own.products : null
  return {
    text: chosen(search.query),
    order: sortsByPrice && !seesPrices ? 'newest' : search.order,
    filters: {
      seesDrafts,
      // Set later by the caller, because it depends on the catalog version.
      open: null,
      category: chosen(search.category),
      manufacturer: chosen(search.manufacturer),
      form: chosen(search.form),
      schedule: chosen(search.schedule),
      storage: chosen(search.storage),
      price,
      leastRating: ratingOf(search.rating),
      isCold: search.cold,
      isInStock: search.stock,
      worklist: seesDrafts ? search.worklist : 'all',
      pack: chosen(search.pack),
      among: favourites && contracted ? favourites.intersection(contracted) : (favourites ?? contracted),
      contractPrices: isByPrice ? own.prices : noPrices.prices,
    },
  }
}

const noPrices: BusinessPrices = { prices: new Map(), products: new Set() }

const chosen = (text: string): string | null => (text === everything ? null : text)

const priceRangeOf = (text: string): Filters['price'] => {
  const [, from = '', to = ''] = /^(\d{0,9}(?:\.\d{1,4})?)-(\d{0,9}(?:\.\d{1,4})?)$/.exec(text) ?? []
  return from || to ? { from: Number(from || 0), to: Number(to || 1e10) } : null
}

const ratingOf = (text: string): number | null => {
  const least = /^\d(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return least > 0 ? least : null
}
