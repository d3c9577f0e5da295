import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { AddressProfile, Session, User, UserRow, UserSearch } from './account-shapes.ts'
import { sessionHours } from './find-caller.ts'
import { asUser } from './map-user.ts'

const mostUsers = 10_000

/** Everyone with all fields, or only the active customers, for admins; for sales reps always the latter, reduced. */
export const usersFor = async (
  db: Db,
  caller: Caller,
  { query, customers, page, pageSize }: z.infer<typeof UserSearch>,
): Promise<User[] | UserRow[]> => {
  let users = db.selectFrom('user_account').selectAll().where('deleted_at', 'is', null)
  if (customers || !caller.isAdmin)
    users = users.where('is_active', '=', true).where('is_admin', '=', false).where('is_sales_rep', '=', false)
  for (const word of wordsOf(query)) users = users.where(mentions(word))
  const size = pageSize ?? mostUsers
  const found = await users
    .orderBy(sql`company_name ilike ${`${literally(query.trim())}%`}`, 'desc')
    .orderBy('company_name')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return caller.isAdmin ? found.map(asUser) : found.map((account) => reduced(asUser(account)))
}

export const wordsOf = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean)

/** Written exactly as in the index; an account number also as people write it. */
export const mentions = (word: string): RawBuilder<boolean> => {
  const isInText = sql<boolean>`lower(name || ' ' || last_name || ' ' || company_name || ' ' || account_id || ' ' || email)
    like ${`%${literally(word.toLowerCase())}%`}`
  return sql<boolean>`(${isInText} or account_id <> '' and account_id = ${accountNumber(word)})`
}

/** For a pattern in which every letter stands for itself. */
const literally = (typed: string): string => typed.replaceAll(/[\\%_]/g, '\\$&')

/** What a sales rep may know of a customer. */
const reduced = (user: User): UserRow => {
  const { _id, name, lastName, email, companyName, accountID, isAdmin, isSalesRep, isActive } = user
  const { shipto_city, shipto_state } = user
  return {
    _id,
    name,
    lastName,
    email,
    companyName,
    accountID,
    isAdmin,
    isSalesRep,
    isActive,
    shipto_city,
    shipto_state,
  }
}

export const userById = async (db: Db, id: string): Promise<User> => {
  const account = await db
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound('User')
  return asUser(account)
}

const mostShown = 10

/** Others who hold, or claim, the same account id and so see its invoices: what an admin must know before accepting. */
export const othersOfAccount = async (db: Db, id: string): Promise<UserRow[]> => {
  const { accountID } = await userById(db, id)
  if (!accountID) return []
  const others = await db
    .selectFrom('user_account')
    .selectAll()
    .where('account_id', '=', accountID)
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(mostShown)
    .execute()
  return others.map((account) => reduced(asUser(account)))
}

/** Ship-to and bill-to of one's own account, or of a customer for staff; anything else does not exist. */
export const addressProfile = async (db: Db, caller: Caller, email: string): Promise<AddressProfile> => {
  let profile = db.selectFrom('user_account').selectAll().where('email', '=', email).where('deleted_at', 'is', null)
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
  return asUser(found)
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

const sessionId = sql<string>`left(encode(token_hash, 'hex'), 32)`

/** The caller's living sessions, the newest first. */
export const sessionsOf = async (db: Db, caller: Caller): Promise<z.input<typeof Session>[]> =>
  db
    .selectFrom('session')
    .select([
      sessionId.as('_id'),
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'ip',
      'user_agent as userAgent',
      sql<boolean>`token_hash = ${caller.tokenHash}`.as('isCurrent'),
    ])
    .where('user_id', '=', caller._id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(hours => ${sessionHours})`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()

/** False when it is none of the caller's. */
export const endSessionOf = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const ended = await db
    .deleteFrom('session')
    .where('user_id', '=', caller._id)
    .where(sessionId, '=', id)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}
