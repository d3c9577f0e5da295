import { pricesFor } from '#catalogue/price-for.ts'
import type { Db } from '#server/db/tables.ts'
import type { OfferedProduct } from './contract.ts'

const mostFavourites = 24

/** What of these products this customer can order, with his own prices. */
export const offeredProducts = async (
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, OfferedProduct>> => {
  if (ids.length === 0) return new Map()
  const [products, prices] = await Promise.all([
    db
      .selectFrom('product')
      .select([
        'id as _id',
        'name',
        'slug',
        'ndc_number as ndcNumber',
        'dummy_ndc as dummyNDC',
        'image',
        'price',
        'count_in_stock as countInStock',
        'is_non_stocked as isNonStocked',
        'cold_status as coldStatus',
        'unit_of_measure as unitOfMeasure',
      ])
      .where('id', 'in', ids)
      .where('is_published', '=', true)
      .where('deleted_at', 'is', null)
      .execute(),
    pricesFor(db, userId, ids),
  ])
  return new Map(
    products.map((product) => [product._id, { ...product, price: prices.get(product._id) ?? product.price }]),
  )
}

/** The latest favourites. */
export const favouritesOf = async (db: Db, userId: string): Promise<OfferedProduct[]> => {
  const favourites = await db
    .selectFrom('favourite')
    .innerJoin('product', 'product.id', 'favourite.product_id')
    .select('product_id')
    .where('user_id', '=', userId)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('favourite.created_at', 'desc')
    .orderBy('product_id')
    .limit(mostFavourites)
    .execute()
  const ids = favourites.map(({ product_id }) => product_id)
  const offered = await offeredProducts(db, userId, ids)
  return ids.flatMap((id) => offered.get(id) ?? [])
}
