import { sql } from 'kysely'
import { contractPrices, type PriceRow } from '#catalogue/contract-price.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'

/** What this business pays for each product, in dollars: its contract price, else the list price. Unknown products are missing. */
export const pricesFor = async (
  db: Db | Tx,
  businessId: string | null,
  productIds: readonly string[],
): Promise<Map<string, number>> => {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('product')
    .leftJoin(contractPrices(sql`${businessId}::uuid`).as('own'), (join) =>
      join.onRef('own.product_id', '=', 'product.id'),
    )
    .select(['product.id', 'product.price', 'own.price as contractPrice'])
    .where('product.id', 'in', productIds)
    .where('product.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, price, contractPrice }) => [id, contractPrice ?? price]))
}

/** By product, what a business pays instead of the list price. */
export const contractPricesOf = async (db: Db, businessId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await pricesOfBusiness(db, { businessId })
  return new Map(rows.map(({ product_id: id, price }) => [id, price]))
}

const pricesOfBusiness = prepareStatement(
  (_db, { businessId }: { businessId: string }) =>
    sql<PriceRow>`select product_id, price from ${contractPrices(sql`${businessId}::uuid`)} own`,
)
