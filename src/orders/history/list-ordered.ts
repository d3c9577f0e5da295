import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

const latestOrders = 100

/** The products in a business's latest orders. */
export const orderedBy = async (db: Db, businessId: string): Promise<string[]> => {
  const [ordered] = await productsOfBusiness(db, { businessId })
  return ordered?.ids ?? []
}

const productsOfBusiness = prepareStatement(
  (_db, { businessId }: { businessId: string }) =>
    sql<{ ids: string[] | null }>`
      select array_agg(distinct line.product_id)::text[] as ids
      from (
        select id from sales_order
        where business_id = ${businessId}::uuid and deleted_at is null and not is_cancelled
        order by created_at desc, id limit ${sql.lit(latestOrders)}
      ) latest
      join order_line line on line.order_id = latest.id
      where line.product_id is not null and line.quantity > line.cancelled_quantity`,
)
