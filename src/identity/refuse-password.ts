import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type AccountRow, isCustomer } from './map-user.ts'

export const usesCompany = () =>
  new Refusal(401, 'Your company requires its own sign-on. Use the company sign-on.', { companySignOn: true })

/** Whether a business allows only company sign-on for its users; never true for staff. */
export const hasNoPassword = async (
  db: Db | Tx,
  account: Pick<AccountRow, 'business_id' | 'is_admin' | 'is_sales_rep'>,
): Promise<boolean> => {
  if (!account.business_id || !isCustomer(account)) return false
  const off = await db
    .selectFrom('business_sign_on')
    .select('business_id')
    .where('business_id', '=', account.business_id)
    .where('are_passwords_off', '=', true)
    .executeTakeFirst()
  return off !== undefined
}

/** Whether the domain belongs to a business without passwords; checking it alone reveals no account. */
export const isOfCompany = async (db: Db, address: string): Promise<boolean> => {
  const domain = await db
    .selectFrom('business_sign_on_domain')
    .innerJoin('business_sign_on', 'business_sign_on.business_id', 'business_sign_on_domain.business_id')
    .select('domain')
    .where('domain', '=', address.slice(address.lastIndexOf('@') + 1))
    .where('are_passwords_off', '=', true)
    .executeTakeFirst()
  return domain !== undefined
}
