import { sql } from 'kysely'
import { closeBusiness } from './business/write-business.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { ActedBy } from '#platform/act.ts'
import type { AccountHooks } from './account-hooks.ts'
import { type AccountRow, displayName } from '#identity/map-user.ts'
import { usersOfBusiness } from './queries.ts'

interface Query {
  account: Pick<AccountRow, 'name' | 'last_name' | 'email'>
  number: string
  holderId: string | null
  joins: string | undefined
}

const maxNamed = 5

/** True if the user can join: that gives access to orders and prices, so an admin must confirm this business. */
export const refuseUnconfirmed = async (db: Db | Tx, { account, number, holderId, joins }: Query): Promise<boolean> => {
  if (holderId !== null && joins === holderId) return true
  if (holderId === null && joins === undefined) return false
  if (holderId === null) throw new Refusal(409, `No other business has account number ${number} anymore.`)
  const business = await db
    .selectFrom('business')
    .select(['id', 'name', 'account_number'])
    .where('id', '=', holderId)
    .executeTakeFirstOrThrow()
  const users = await usersOfBusiness(db, holderId)
  const named = users.slice(0, maxNamed).map(displayName)
  const others = users.length > named.length ? [`${users.length - named.length} more`] : []
  throw new Refusal(
    409,
    `Account ${number} belongs to ${business.name} (${[...named, ...others].join(', ')}). Confirm that ${displayName(account)} joins this business.`,
    {
      business: {
        _id: business.id,
        companyName: business.name,
        accountID: business.account_number,
        users: users.map(({ id, name, last_name, email, is_active }) => ({
          _id: id,
          name,
          lastName: last_name,
          email,
          isActive: is_active,
        })),
      },
    },
  )
}

interface Joining {
  userId: string
  from: string | null
  to: string
  by: ActedBy
}

/** Moves the user and the orders placed for them to another business. */
export const joinBusiness = async (tx: Tx, news: AccountHooks, { userId, from, to, by }: Joining): Promise<void> => {
  const left = sql<number>`coalesce((select version from business where id = ${from}), 1)`
  await tx
    .updateTable('user_account')
    // Roles of the previous business do not carry over.
    .set({ business_id: to, buying_role: 'buyer', version: sql`version + ${left}` })
    .where('id', '=', userId)
    .execute()
  if (from === null) return
  await news.onUserMoved(tx, { userId, from, to })
  // Notes about an applicant move along to the business that they join.
  await tx
    .updateTable('customer_note')
    .set({ business_id: to })
    .where('business_id', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('user_account').where('business_id', '=', from).where('deleted_at', 'is', null).select('id')),
      ),
    )
    .execute()
  await leaveBusiness(tx, news, { id: from, by })
}

/** After a user left a business: contract prices end without customers, a business without users closes. */
export const leaveBusiness = async (
  tx: Tx,
  news: Pick<AccountHooks, 'onCustomersGone'>,
  { id, by }: { id: string; by: ActedBy },
): Promise<void> => {
  const { customers, users } = await tx
    .selectFrom('user_account')
    .select([
      sql<number>`count(*)::int`.as('users'),
      sql<number>`(count(*) filter (where not is_admin and not is_sales_rep))::int`.as('customers'),
    ])
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (customers === 0) await news.onCustomersGone(tx, id, by)
  if (users > 0) return
  await tx.deleteFrom('customer_note').where('business_id', '=', id).execute()
  await closeBusiness(tx, id)
}
