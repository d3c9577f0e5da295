import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { inventory } from './contract.ts'

const movementsAPage = 50

/** The stock movements of a product, latest first, each with the count after it. */
export const listMovements = async (
  db: Db,
  productId: string,
  before: string | undefined,
): Promise<Answer<typeof inventory.stock>> => {
  const product = await db
    .selectFrom('product')
    .select(['name', 'count_in_stock', 'is_non_stocked'])
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('Product'))
  const rows = await db
    .with('summed', (query) =>
      query
        .selectFrom('stock_movement')
        .selectAll()
        .select(sql<number>`(sum(quantity) over (order by id))::int`.as('count_after'))
        .where('product_id', '=', productId),
    )
    .selectFrom('summed')
    .leftJoin('user_account', 'user_account.id', 'summed.actor_id')
    .leftJoin('sales_order', 'sales_order.id', 'summed.order_id')
    .select([
      'summed.id as _id',
      'quantity',
      'count_after as countAfter',
      'reason',
      'note',
      sql<string>`coalesce(trim(user_account.name || ' ' || user_account.last_name), '')`.as('by'),
      'order_id as orderId',
      'erp_id as orderIdSap',
      'summed.created_at as createdAt',
    ])
    .$if(before !== undefined, (query) => query.where('summed.id', '<', before ?? ''))
    .orderBy('summed.id', 'desc')
    .limit(movementsAPage + 1)
    .execute()
  const movements = rows.slice(0, movementsAPage)
  return {
    name: product.name,
    countInStock: product.count_in_stock,
    isNonStocked: product.is_non_stocked,
    movements,
    next: rows.length > movementsAPage ? (movements.at(-1)?._id ?? null) : null,
  }
}
