import { everything, type ProductSearch } from '#catalog/contract.ts'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import { favoritesOf } from '#catalog/set-favorite.ts'
import type { BusinessPrices, PricesOf } from '#pricing/cache-prices.ts'
import type { Db } from '#platform/db/tables.ts'
import type { SearchRequest } from './engine/find-products.ts'
import type { Filters } from './engine/match-filters.ts'

/**
 * Converts a search into an index request. Invalid filters are dropped. If prices are hidden, they are neither filtered
 * nor sorted by, because the result would reveal them.
 */
export const searchRequestFor = async (
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
