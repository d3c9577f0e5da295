import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'

interface ManagedBusiness {
  id: string
  name: string
  isManaged: boolean
}

/** The business of a customer, for admins and for managers of the same business. */
export const findBusiness = async (
  db: Db | Tx,
  caller: Pick<Caller, 'businessId' | 'isAdmin'>,
  userId: string,
): Promise<ManagedBusiness> => {
  const found = await db
    .selectFrom('user_account')
    .innerJoin('business', 'business.id', 'user_account.business_id')
    .select(['business.id', 'business.name', 'manages_people as isManaged'])
    .where('user_account.id', '=', userId)
    .where('user_account.deleted_at', 'is', null)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!found || (!caller.isAdmin && found.id !== caller.businessId)) throw notFound('User')
  return found
}

/** The same for all staff and for any user of the business. */
export const businessToRead = (
  db: Db | Tx,
  { businessId, isAdmin, isSalesRep }: Pick<Caller, 'businessId' | 'isAdmin' | 'isSalesRep'>,
  userId: string,
): Promise<ManagedBusiness> => findBusiness(db, { businessId, isAdmin: isAdmin || isSalesRep }, userId)

/** The same for changes: managers need permission from an admin. */
export const businessToChange = async (tx: Tx, caller: Caller, userId: string): Promise<ManagedBusiness> => {
  const business = await findBusiness(tx, caller, userId)
  if (!caller.isAdmin && !business.isManaged)
    throw new Refusal(403, 'We manage the users of your business. Please contact us.')
  return business
}
