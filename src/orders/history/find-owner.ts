import { historyOwner, type Owner, recordOwner } from '#customers/business/own-records.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { isUuid } from '#shared/wire.ts'

/** The owner of the requested history: the caller, given by id, email or no id at all; for admins also another user. */
export const whoseOrders = async (db: Db, caller: Caller, id: string | null): Promise<Owner> => {
  if (id === null || id === caller._id || id.toLowerCase() === caller.email) return historyOwner(caller)
  const user = caller.isAdmin && isUuid(id) ? await ownerById(db, id) : undefined
  if (!user) throw notFound('User')
  return user
}

const ownerById = async (db: Db, id: string): Promise<Owner | undefined> => {
  const user = await db
    .selectFrom('user_account')
    .select(['id as _id', 'business_id as businessId', 'is_admin as isAdmin', 'is_sales_rep as isSalesRep'])
    .where('id', '=', id)
    .executeTakeFirst()
  return user && recordOwner(user)
}
