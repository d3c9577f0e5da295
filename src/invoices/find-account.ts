import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { accountNumber } from '#shared/account-number.ts'
import { isUuid } from '#shared/wire.ts'

export interface Account {
  number: string
  company: string
}

/** The account meant by its number or by the id of a user: one's own, for admins any; everything else does not exist. */
export const accountOf = async (db: Db, caller: Caller, id: string): Promise<Account> => {
  const number = accountNumber(id)
  if (caller.accountID !== '' && (id === caller._id || number === caller.accountID))
    return { number: caller.accountID, company: caller.companyName }
  if (!caller.isAdmin) throw notFound('Account')
  if (!isUuid(id)) return { number, company: await companyOf(db, number) }
  const user = await db
    .selectFrom('user_account')
    .leftJoin('business', 'business.id', 'business_id')
    .select(['account_number', 'business.name as company'])
    .where('user_account.id', '=', id)
    .executeTakeFirst()
  if (!user) throw notFound('Account')
  return { number: user.account_number ?? '', company: user.company ?? '' }
}

const companyOf = async (db: Db, account: string): Promise<string> => {
  const business = await db
    .selectFrom('business')
    .select('name')
    .where('account_number', '=', account)
    .where('account_number', '!=', '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return business?.name ?? ''
}
