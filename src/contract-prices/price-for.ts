import type { Db, Tx } from '#platform/db/tables.ts'

/** What this buyer pays for each product, in dollars: the price agreed with him, else the list price. Unknown products are missing. */
export const pricesFor = async (
  db: Db | Tx,
  userId: string | null,
  productIds: readonly string[],
): Promise<Map<string, number>> => {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('product')
    .leftJoin('custom_price', (join) =>
      join
        .onRef('custom_price.product_id', '=', 'product.id')
        .on('custom_price.user_id', '=', userId)
        .on('custom_price.list', '=', 'general'),
    )
    .select(['product.id', 'product.price', 'custom_price.price as agreed'])
    .where('product.id', 'in', productIds)
    .where('product.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, price, agreed }) => [id, agreed ?? price]))
}
