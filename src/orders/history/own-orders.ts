import { sql } from 'kysely'
import { anyOf, type Bind, type Condition, seen } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { isUuid } from '#shared/wire.ts'

export type Owner = Pick<Caller, '_id' | 'accountID'>

/**
 * Orders of one's own: placed for or by oneself, or typed in the ERP for one's account. No account owns nothing.
 */
export const isOwnOrder = ({ _id, accountID: account }: Owner): Condition =>
  anyOf([
    sql<boolean>`sales_order.user_id = ${_id}::uuid`,
    sql<boolean>`sales_order.placed_by = ${_id}::uuid`,
    ...(account === ''
      ? []
      : [sql<boolean>`(sales_order.user_id is null and sales_order.bill_to_party_id = ${account})`]),
  ])

/** The same as sets that share no order, so that each is found, counted and sorted by an index of its own. */
export const setsOfOwn = (owner: { id: string; account: string }, bind: Bind = seen): Condition[] => {
  const id = bind(owner.id, 'uuid')
  const account = bind(owner.account, 'text')
  return [
    sql<boolean>`user_id = ${id}`,
    // Written exactly as in the index.
    sql<boolean>`(placed_by = ${id} and placed_by is not null and placed_by is distinct from user_id)`,
    sql<boolean>`(${account} <> '' and user_id is null and bill_to_party_id = ${account}
      and placed_by is distinct from ${id})`,
  ]
}

/** Whose history is meant: the caller's by id, by e-mail or by a filter alone; for admins also another user's. */
export const whoseOrders = async (db: Db, caller: Caller, id: string | null): Promise<Owner> => {
  if (id === null || id === caller._id || id.toLowerCase() === caller.email) return caller
  const user = caller.isAdmin && isUuid(id) ? await ownerById(db, id) : undefined
  if (!user) throw notFound('User')
  return user
}

const ownerById = (db: Db, id: string): Promise<Owner | undefined> =>
  db
    .selectFrom('user_account')
    .leftJoin('business', 'business.id', 'business_id')
    .select(['user_account.id as _id', sql<string>`coalesce(account_number, '')`.as('accountID')])
    .where('user_account.id', '=', id)
    .executeTakeFirst()
