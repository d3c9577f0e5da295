import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'

/** The business of a customer or applicant. Admins look licenses up before they accept a request. */
export const findHolder = async (db: Db | Tx, userId: string): Promise<string> => {
  const { id } = await db
    .selectFrom('user_account')
    .innerJoin('business', 'business.id', 'user_account.business_id')
    .select('business.id')
    .where('user_account.id', '=', userId)
    .where('user_account.deleted_at', 'is', null)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('status', 'in', ['active', 'requested'])
    .executeTakeFirstOrThrow(() => notFound('User'))
  return id
}
