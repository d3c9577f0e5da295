import type { Answer } from '#shared/endpoint.ts'
import {
  type catalog,
  everything,
  type Facets,
  type ProductCard,
  type ProductPage,
  ProductSearch,
} from '#catalog/contract.ts'
import { type CardHits, hitsOf } from '#catalog/read-cards.ts'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import type { Db } from '#platform/db/tables.ts'
import { countCategories, countFacets } from './query/count-facets.ts'
import { searchIndex, type SearchRequest } from './query/find-products.ts'
import { noRemarks } from './query/find-words.ts'
import { noContractPrices } from './index/place-prices.ts'
import type { CatalogIndex, IndexSnapshot } from './index/sync-catalog-index.ts'
import { type Filters, unfiltered } from './query/match-filters.ts'
import type { BuyerFactsOf } from './cache-buyer-facts.ts'
import { favoritesOf } from '#catalog/set-favorite.ts'

const maxAttempts = 3

interface Sources {
  db: Db
  followed: CatalogIndex
  factsOf: BuyerFactsOf
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
  const { db, followed } = sources
  const mayBeSeen = ({ isPublished }: ProductCard) => isPublished || viewer.seesDrafts
  const favorites = await favoritesFor(db, search, viewer)
  for (let attempt = 1; ; attempt++) {
    const now = await followed.current()
    const request = await requestFor(sources, { search, viewer, favorites }, now)
    const { count, remarks, part, noteOf } = searchIndex(now.index, { ...request, isTyping })
    const pages = Math.ceil(count / search.viewCount)
    const page = Math.min(search.page, Math.max(1, pages))
    const end = page * search.viewCount
    const { products, ordered, state: seen } = await hitsOf(db, viewer, part(end - search.viewCount, end))
    // During continuous changes, results from a slightly older index are acceptable: cards are always current, only
    // their positions may be stale.
    if (seen.version === now.version || attempt === maxAttempts || !(await followed.refresh(seen)))
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
  (ordered: CardHits['ordered']) =>
  (card: ProductCard): ProductCard => {
    const lastOrderedOn = ordered.get(card._id)
    return lastOrderedOn === undefined
      ? card
      : { ...card, isOrderedBefore: true, ...(lastOrderedOn && { lastOrderedOn }) }
  }

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
  const [favorites, now] = await Promise.all([favoritesFor(sources.db, search, viewer), sources.followed.latest()])
  const { text, filters } = await requestFor(sources, { search, viewer, favorites }, now)
  return countFacets(now.index, text, filters)
}

const maxCategories = 1_000

/** Categories that contain products the viewer may see. */
export const categoriesFor = async (
  { followed, factsOf }: Pick<Sources, 'followed' | 'factsOf'>,
  viewer: Viewer,
): Promise<string[]> => {
  const now = await followed.latest()
  const { open } = await factsOf(viewer, now, { prices: false, ordered: false })
  return countCategories(now.index, unfiltered(viewer.seesDrafts, open))
    .map(({ value }) => value)
    .filter((category) => category !== '')
    .slice(0, maxCategories)
}

const favoritesFor = async (
  db: Db,
  { favourites }: ProductSearch,
  { user }: Viewer,
): Promise<ReadonlySet<string> | null> => (favourites ? favoritesOf(db, user) : null)

interface Asked {
  search: ProductSearch
  viewer: Viewer
  /** If set, only these products. */
  favorites: ReadonlySet<string> | null
}

/**
 * Converts a search into an index request. Invalid filters are dropped. If prices are hidden, they are neither filtered
 * nor sorted by, because the result would reveal them.
 */
const requestFor = async (
  { factsOf }: Pick<Sources, 'factsOf'>,
  { search, viewer, favorites }: Asked,
  now: IndexSnapshot,
): Promise<SearchRequest> => {
  const { seesDrafts, seesPrices } = viewer
  const price = seesPrices ? priceRangeOf(search.price) : null
  const sortsByPrice = search.order === 'lowest' || search.order === 'highest'
  const isByPrice = seesPrices && (price !== null || sortsByPrice)
  const text = chosen(search.query)
  const order = sortsByPrice && !seesPrices ? 'newest' : search.order
  const { prices, contracted, open, ordered } = await factsOf(viewer, now, {
    prices: isByPrice || search.contract,
    ordered: text !== null && order === 'newest',
  })
  const among = search.contract ? contracted : null
  return {
    text,
    order,
    ordered,
    filters: {
      seesDrafts,
      open,
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
      among: favorites && among ? favorites.intersection(among) : (favorites ?? among),
      contractPrices: isByPrice ? prices : noContractPrices,
    },
  }
}

const chosen = (text: string): string | null => (text === everything ? null : text)

const priceRangeOf = (text: string): Filters['price'] => {
  const [, from = '', to = ''] = /^(\d{0,9}(?:\.\d{1,4})?)-(\d{0,9}(?:\.\d{1,4})?)$/.exec(text) ?? []
  return from || to ? { from: Number(from || 0), to: Number(to || 1e10) } : null
}

const ratingOf = (text: string): number | null => {
  const least = /^\d(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return least > 0 ? least : null
}
