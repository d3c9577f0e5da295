import { sql } from 'kysely'
import { isInvoiceOf } from '#customers/business/own-records.ts'
import type { RecordCounts } from '#customers/list-users.ts'
import type { Db } from '#platform/db/tables.ts'

const mostCounted = 10_000

/** The contract prices, orders and invoices of a business, counted like their lists. */
export const countRecords = async (db: Db, businessId: string | null): Promise<RecordCounts> => {
  const business = await db
    .selectFrom('business')
    .select('account_number')
    .where('id', '=', businessId)
    .executeTakeFirst()
  const { rows } = await sql<RecordCounts>`
    select
      (select count(*)::int from contract_price join product on product.id = product_id
        where business_id = ${businessId}::uuid and product.deleted_at is null) as prices,
      (select count(*)::int from (
        select from sales_order where business_id = ${businessId}::uuid limit ${sql.lit(mostCounted)}
      ) placed) as orders,
      (select count(*)::int from (
        select from invoice where ${isInvoiceOf(business?.account_number ?? '')} limit ${sql.lit(mostCounted)}
      ) billed) as invoices`.execute(db)
  return rows[0] ?? { prices: 0, orders: 0, invoices: 0 }
}
