import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { Db } from '#server/db/tables.ts'
import type { OfferedProduct } from './contract.ts'

/** What of these products this customer can order, with his own prices. */
export const offeredProducts = async (
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, OfferedProduct>> => {
  if (ids.length === 0) return new Map()
  const products = await productsFor(db, { userId, ids })
  return new Map(
    products.map(({ agreed, ...product }) => [product._id, { ...product, price: agreed ?? product.price }]),
  )
}

const productsFor = prepareStatement((db, { userId, ids }: { userId: string; ids: readonly string[] }) =>
  db
    .selectFrom('product')
    .leftJoin('custom_price', (join) =>
      join
        .onRef('custom_price.product_id', '=', 'product.id')
        .on('custom_price.user_id', '=', userId)
        .on('custom_price.list', '=', 'general'),
    )
    .select([
      'product.id as _id',
      'product.name',
      'product.slug',
      'product.ndc_number as ndcNumber',
      'product.dummy_ndc as dummyNDC',
      'product.image',
      'product.price',
      'custom_price.price as agreed',
      'product.count_in_stock as countInStock',
      'product.is_non_stocked as isNonStocked',
      'product.cold_status as coldStatus',
      'product.unit_of_measure as unitOfMeasure',
    ])
    .where('product.id', '=', (any) => any.fn.any(any.val(ids)))
    .where('product.is_published', '=', true)
    .where('product.deleted_at', 'is', null),
)
