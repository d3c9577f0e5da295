import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { isUuid } from '#shared/wire.ts'

/** Finds users by id or email, staff included, and locks their businesses until the transaction ends. */
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
  // Read again under the lock.
  return find()
}

/** Businesses of these customers, locked against losing their last customer. */
export const businessesOf = async (tx: Tx, userIds: string[]): Promise<string[]> => {
  const users = await lockCustomers(tx, userIds, [])
  const customers = users.filter(({ is_admin, is_sales_rep }) => !is_admin && !is_sales_rep)
  if (customers.length < new Set(userIds).size) throw notFound('Customer')
  return [...new Set(customers.map(({ business_id }) => business_id))]
}
