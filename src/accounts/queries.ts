import { sql, type ExpressionBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Db, Tables } from '#server/db/tables.ts'
import type { Caller } from '#server/http/bearer.ts'
import { notFound } from '#server/http/refusal.ts'
import type { AddressProfile, UserRow, UserSearch } from './contract.ts'

const mostUsers = 10_000

/** Everyone, or only the active customers, for admins; for sales reps always the latter (G49, G61). */
export const usersFor = async (
  db: Db,
  caller: Caller,
  { query, customers, page, pageSize }: z.infer<typeof UserSearch>,
): Promise<UserRow[]> => {
  let users = db
    .selectFrom('user_account')
    .select([
      'id as _id',
      'name',
      'last_name as lastName',
      'email',
      'company_name as companyName',
      'account_id as accountID',
      'is_admin as isAdmin',
      'is_sales_rep as isSalesRep',
      'is_active as isActive',
      'shipto_city',
      'shipto_state',
    ])
    .where('deleted_at', 'is', null)
  if (customers || !caller.isAdmin)
    users = users.where('is_active', '=', true).where('is_admin', '=', false).where('is_sales_rep', '=', false)
  for (const word of query.trim().split(/\s+/).filter(Boolean)) users = users.where(mentions(word))
  const size = pageSize ?? mostUsers
  return users
    .orderBy(sql`company_name ilike ${`${literally(query.trim())}%`}`, 'desc')
    .orderBy('company_name')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
}

const mentions = (word: string) => (eb: ExpressionBuilder<Tables, 'user_account'>) =>
  eb(sql<string>`concat_ws(' ', name, last_name, company_name, account_id, email)`, 'ilike', `%${literally(word)}%`)

/** For a pattern in which every letter stands for itself. */
const literally = (typed: string): string => typed.replaceAll(/[\\%_]/g, '\\$&')

/** Ship-to and bill-to of one's own account, or of a customer for staff; anything else does not exist. */
export const addressProfile = async (db: Db, caller: Caller, email: string): Promise<AddressProfile> => {
  let profile = db
    .selectFrom('user_account')
    .select([
      'id as _id',
      'name',
      'last_name as lastName',
      'email',
      'company_name as companyName',
      'account_id as accountID',
      'license_expiry_date as licenseExpiryDate',
      'shipto_name',
      'shipto_address1',
      'shipto_city',
      'shipto_state',
      'shipto_zip',
      'shipto_country',
      'billto_name',
      'billto_address1',
      'billto_city',
      'billto_state',
      'billto_zip',
      'billto_country',
    ])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
  if (!caller.isAdmin)
    profile = profile.where((eb) =>
      eb.or([
        eb('id', '=', caller._id),
        ...(caller.isSalesRep
          ? [eb.and([eb('is_admin', '=', false), eb('is_sales_rep', '=', false), eb('is_active', '=', true)])]
          : []),
      ]),
    )
  const found = await profile.executeTakeFirst()
  if (!found) throw notFound('User')
  return found
}

/** Customers waiting for approval; nobody but an admin learns how many. */
export const waitingCustomers = async (db: Db, caller: Caller): Promise<number> => {
  if (!caller.isAdmin) return 0
  const { count } = await db
    .selectFrom('user_account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('is_active', '=', false)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
