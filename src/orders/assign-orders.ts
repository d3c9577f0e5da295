import { sql } from 'kysely'
import type { Condition, Expression } from '#platform/db/conditions.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { CountOrders } from './count-orders.ts'

interface Numbered {
  /** The business whose account number changed. */
  businessId: string
  /** The account numbers before and after the change. */
  numbers: readonly string[]
}

/** Assigns orders entered in the ERP to the business that now has their account number, or to none. */
export const assignOrders = (tx: Tx, { businessId, numbers }: Numbered, countOrders: CountOrders): Promise<void> => {
  const bearer = sql`(
    select business.id from business
    where account_number = bill_to_party_id and account_number <> '' and business.deleted_at is null
  )`
  // Orders that already belong to another active business are not moved.
  const isFree = sql`(business_id is null or business_id = ${businessId} or exists (
    select from business where business.id = business_id and business.deleted_at is not null
  ))`
  return assign(tx, countOrders, {
    which: sql<boolean>`erp_created and bill_to_party_id = any(${numbers}::text[]) and ${isFree}
      and business_id is distinct from ${bearer}`,
    to: sql`business_id = ${bearer}, user_id = null`,
  })
}

/** Moves the portal orders of a user who joins another business; orders entered in the ERP stay with the account. */
export const moveOrders = (
  tx: Tx,
  { userId, from, to }: { userId: string; from: string; to: string },
  countOrders: CountOrders,
): Promise<void> =>
  assign(tx, countOrders, {
    which: sql<boolean>`business_id = ${from} and user_id = ${userId} and not erp_created`,
    to: sql`business_id = ${to}`,
  })

const assign = async (
  tx: Tx,
  countOrders: CountOrders,
  { which, to }: { which: Condition; to: Expression },
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from sales_order where ${which} and deleted_at is null order by id for update`.execute(tx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await countOrders(tx, ids, -1)
  await sql`update sales_order set ${to} where id = any(${ids}::uuid[])`.execute(tx)
  await countOrders(tx, ids, 1)
}
