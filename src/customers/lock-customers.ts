import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { isUuid } from '#shared/wire.ts'

/**
 * Customers, and staff who are none, by id or e-mail; their businesses are kept from losing the last customer until the
 * transaction ends.
 */
export const lockCustomers = async (tx: Tx, ids: string[], emails: string[]) => {
  const find = () =>
    tx
      .selectFrom('user_account')
      .select(['id', 'email', 'is_admin', 'is_sales_rep', sql<string>`business_id`.as('business_id')])
      .where(({ or, eb }) =>
        or([eb('id', '=', eb.fn.any(eb.val(ids.filter(isUuid)))), eb('email', '=', eb.fn.any(eb.val(emails)))]),
      )
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
  const businesses = (await find()).map(({ business_id }) => business_id).filter(Boolean)
  await tx
    .selectFrom('business')
    .select('id')
    .where('id', '=', sql<string>`any(${businesses}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
  // As they are now that nobody goes.
  return find()
}

/** Of each of these customers the business, which is kept from losing the last of them. */
export const businessesOf = async (tx: Tx, userIds: string[]): Promise<string[]> => {
  const users = await lockCustomers(tx, userIds, [])
  const customers = users.filter(({ is_admin, is_sales_rep }) => !is_admin && !is_sales_rep)
  if (customers.length < new Set(userIds).size) throw notFound('Customer')
  return [...new Set(customers.map(({ business_id }) => business_id))]
}
