import { type RawBuilder, sql } from 'kysely'
import { everything, type ProductSearch } from '#catalogue/contract.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'

/** The filters of a search beside its text; those that cannot be read are gone. */
export interface Wanted {
  seesDrafts: boolean
  category: string | null
  price: { from: number; to: number } | null
  leastRating: number | null
  isCold: boolean
  /** Whose favourites alone; empty for a visitor, who has none. */
  favouritesOf: string | null
  worklist: ProductSearch['worklist']
  manufacturer: string | null
  form: string | null
  isInStock: boolean
  /** Where stock filters: the minute whose stock is good enough. Orders move stock without a new version. */
  stockOfMinute: number | null
}

/** Where prices are hidden they neither filter nor sort: the answer would tell them. */
export const wantedOf = (search: ProductSearch, viewer: Viewer): Wanted => ({
  seesDrafts: viewer.seesDrafts,
  category: search.category === everything ? null : search.category,
  price: viewer.seesPrices ? priceRangeOf(search.price) : null,
  leastRating: ratingOf(search.rating),
  isCold: search.cold,
  favouritesOf: search.favourites ? (viewer.user?._id ?? '') : null,
  worklist: viewer.seesDrafts ? search.worklist : 'all',
  manufacturer: search.manufacturer === everything ? null : search.manufacturer,
  form: search.form === everything ? null : search.form,
  isInStock: search.stock,
  stockOfMinute: search.stock ? Math.floor(Date.now() / 60_000) : null,
})

/** A part of a statement; `product` is the table it speaks of. */
type Sql<T = unknown> = RawBuilder<T>

export const visible = (seesDrafts: boolean): Sql<boolean> =>
  seesDrafts ? sql`product.deleted_at is null` : sql`product.is_published and product.deleted_at is null`

export const matches = (wanted: Wanted): Sql<boolean> => {
  const { seesDrafts, category, price, leastRating, isCold, favouritesOf, worklist, manufacturer, form, isInStock } =
    wanted
  return allOf([
    visible(seesDrafts),
    ...(category === null ? [] : [sql<boolean>`product.category = ${category}`]),
    ...(price ? [sql<boolean>`product.price between ${price.from} and ${price.to}`] : []),
    ...(leastRating === null ? [] : [sql<boolean>`product.rating >= ${leastRating}`]),
    ...(isCold ? [sql<boolean>`product.cold_status <> ''`] : []),
    ...(favouritesOf === null ? [] : [isFavouriteOf(favouritesOf)]),
    ...(worklist === 'all' ? [] : [lacking[worklist]]),
    ...(manufacturer === null ? [] : [sql<boolean>`product.manufacturer = ${manufacturer}`]),
    ...(form === null ? [] : [sql<boolean>`product.form = ${form}`]),
    ...(isInStock ? [inStock] : []),
  ])
}

/** What an order would be accepted for: pieces on the shelf, or what is ordered from the maker each time. */
export const inStock: Sql<boolean> = sql`(product.count_in_stock > 0 or product.is_non_stocked)`

const isFavouriteOf = (userId: string): Sql<boolean> =>
  userId === ''
    ? sql`false`
    : sql`product.id in (select favourite.product_id from favourite where favourite.user_id = ${userId})`

const lacking: Record<Exclude<ProductSearch['worklist'], 'all'>, Sql<boolean>> = {
  drafts: sql`not product.is_published`,
  soldout: sql`product.count_in_stock = 0 and not product.is_non_stocked`,
  unpriced: sql`product.price = 0`,
  // A drawing stands in until a picture is uploaded.
  unpictured: sql`(product.image = '' or product.image like '/pictures/%')`,
}

/** True when the answer depends on more than the catalogue's version: marks and stock change without one. */
export const isVolatile = ({ favouritesOf, worklist }: Wanted): boolean =>
  favouritesOf !== null || worklist === 'soldout'

/** True when nothing narrows the listing but what everybody sees or not, its category and its prices. */
export const isByCategoryAndPrice = (wanted: Wanted): boolean =>
  wanted.leastRating === null &&
  !wanted.isCold &&
  wanted.favouritesOf === null &&
  wanted.worklist === 'all' &&
  wanted.manufacturer === null &&
  wanted.form === null &&
  !wanted.isInStock

/** True for the listing of all that is sold, as it is opened. */
export const isEverything = (wanted: Wanted): boolean =>
  isByCategoryAndPrice(wanted) && !wanted.seesDrafts && wanted.category === null && wanted.price === null

export const orderOf = (search: ProductSearch, viewer: Viewer): Sql => orderBy(byPriceOnlyIfSeen(search.order, viewer))

export const orderBy = (order: ProductSearch['order']): Sql => sql.join(columnsOf[order])

/** Where prices are hidden, the order would tell them. */
export const byPriceOnlyIfSeen = (order: ProductSearch['order'], { seesPrices }: Viewer): ProductSearch['order'] =>
  !seesPrices && (order === 'lowest' || order === 'highest') ? 'newest' : order

const columnsOf: Record<ProductSearch['order'], Sql[]> = {
  newest: [sql`product.created_at desc`, sql`product.id`],
  lowest: [sql`product.price`, sql`product.id`],
  highest: [sql`product.price desc`, sql`product.id desc`],
  toprated: [sql`product.rating desc`, sql`product.num_reviews desc`, sql`product.id`],
  featured: [sql`product.num_reviews desc`, sql`product.rating desc`, sql`product.id`],
}

const priceRangeOf = (text: string): Wanted['price'] => {
  const [, from = '', to = ''] = /^(\d{0,9}(?:\.\d{1,4})?)-(\d{0,9}(?:\.\d{1,4})?)$/.exec(text) ?? []
  return from || to ? { from: Number(from || 0), to: Number(to || 1e10) } : null
}

const ratingOf = (text: string): number | null => {
  const least = /^\d(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return least > 0 ? least : null
}

const allOf = (conditions: Sql<boolean>[]): Sql<boolean> => sql`${sql.join(conditions, sql` and `)}`
