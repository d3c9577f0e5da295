import { type RawBuilder, sql } from 'kysely'
import { customerToOrderFor } from '#identity/find-customer.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type * as contract from '../contract.ts'

/**
 * The last three orders of the business with this number, regardless of case and spaces, because people write the same
 * number both ways. Canceled orders do not count.
 */
export const withPurchaseOrder = async (
  db: Db,
  { query: { number, forUser }, user }: CallOf<typeof contract.orders.withPurchaseOrder>,
): Promise<Answer<typeof contract.orders.withPurchaseOrder>> => {
  const businessId = forUser ? (await customerToOrderFor(db, user, forUser)).business_id : user.businessId
  if (businessId === null || number === '') return []
  return (
    db
      .selectFrom('sales_order')
      .select(['id as _id', 'erp_id as orderIdSap', 'created_at as createdAt'])
      .where('business_id', '=', businessId)
      // The expression of an index.
      .where(written(sql`purchase_order`), '=', written(sql`${number}::text`))
      .where('is_cancelled', '=', false)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(3)
      .execute()
  )
}

/** Without spaces, also those that do not break. */
const written = (number: RawBuilder<unknown>) => sql<string>`lower(translate(${number}, U&' \\00a0', ''))`
