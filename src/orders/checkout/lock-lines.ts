import { sql } from 'kysely'
import { contractPrices } from '#catalogue/contract-price.ts'
import { unseen } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { NewOrder } from '../order-shapes.ts'

type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

export interface LockedLine {
  productId: string
  /** Null when the product is not sold (any more) to this customer: its name is not theirs to know. */
  product: LockedProduct | null
  quantity: number
  /** Today's price for the customer, in dollars. */
  price: number
  seenPrice: number | null
}

/** The lines with their products locked in id order, so that two carts never wait for each other in a circle. */
export const lockLines = async (tx: Tx, businessId: string | null, { orderItems }: NewOrder): Promise<LockedLine[]> => {
  const products = await lockProducts(tx, { businessId, ids: orderItems.map(({ _id }) => _id) })
  const byId = new Map(products.map((one) => [one.id, one]))
  return orderItems.map(({ _id, quantity, price }) => {
    const product = byId.get(_id) ?? null
    return {
      productId: _id,
      product,
      quantity,
      price: product ? (product.contractPrice ?? product.price) : 0,
      seenPrice: price ?? null,
    }
  })
}

const lockProducts = prepareStatement((db, { businessId, ids }: { businessId: string | null; ids: string[] }) =>
  db
    .selectFrom('product')
    .leftJoin(contractPrices(sql`${businessId}::uuid`).as('own'), (join) =>
      join.onRef('own.product_id', '=', 'product.id'),
    )
    .select([
      'product.id',
      'product.name',
      'product.slug',
      'product.ndc_number',
      'product.image',
      'product.unit_of_measure',
      'product.count_in_stock',
      'product.is_non_stocked',
      'product.cold_status',
      'product.price',
      'own.price as contractPrice',
    ])
    .where(sql<boolean>`product.id = any(${unseen(ids, 'uuid[]')}::uuid[])`)
    .where('product.is_published', '=', true)
    .where('product.deleted_at', 'is', null)
    .orderBy('product.id')
    .forUpdate('product'),
)
