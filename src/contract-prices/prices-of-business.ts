import { sql } from 'kysely'
import { type PriceRow, contractPrices } from '#catalogue/contract-price.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

/** By product, what a business pays instead of the list price. */
export const contractPricesOf = async (db: Db, businessId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await pricesOf(db, { businessId })
  return new Map(rows.map(({ product_id: id, price }) => [id, price]))
}

const pricesOf = prepareStatement(
  (_db, { businessId }: { businessId: string }) =>
    sql<PriceRow>`select product_id, price from ${contractPrices(sql`${businessId}::uuid`)} own`,
)
