import { sql } from 'kysely'
import { anyOf, type Condition } from '#server/db/conditions.ts'
import type { Caller } from '#server/http/bearer.ts'

type Owner = Pick<Caller, '_id' | 'accountID'>

/**
 * Orders of one's own: placed for or by oneself, or typed in the ERP for one's account. Account numbers are compared with
 * leading zeros stripped, and no account owns nothing.
 */
export const isOwnOrder = ({ _id, accountID }: Owner): Condition => {
  const account = accountID.trim().replace(/^0+/, '')
  return anyOf([
    sql<boolean>`sales_order.user_id = ${_id}::uuid`,
    sql<boolean>`sales_order.placed_by = ${_id}::uuid`,
    ...(account === ''
      ? []
      : [sql<boolean>`(sales_order.user_id is null and ltrim(sales_order.bill_to_party_id, '0') = ${account})`]),
  ])
}
