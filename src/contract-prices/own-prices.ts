import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

/** By product, what this buyer pays instead of the list price. */
export const ownPricesOf = async (db: Db, userId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await pricesOf(db, { userId })
  return new Map(rows.map(({ product_id: id, price }) => [id, price]))
}

const pricesOf = prepareStatement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('custom_price')
    .select(['product_id', 'price'])
    .where('user_id', '=', userId)
    .where('list', '=', sql.lit('general')),
)
