import * as z from 'zod/mini'
import { sql } from 'kysely'
import { waitingBusinesses } from './business/waiting-businesses.ts'
import type { Count } from '#shared/filters.ts'
import { accountNumber } from '#shared/account-number.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { beginsName, type Condition, containsName } from '#platform/db/conditions.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { type User, UserRow } from '#identity/account-shapes.ts'
import type { AddressProfile, UserSearch } from './customer-shapes.ts'
import { checkLicense } from './check-license.ts'
import { isCalled, queryWords } from './match-people.ts'
import { type AccountRow, asUser } from '#identity/map-user.ts'
import { accountById } from '#identity/find-account.ts'

const maxUsers = 10_000

/** Admins get all users, or active customers only; sales reps get active customers with reduced fields. */
export const usersFor = async (
  db: Db,
  caller: Caller,
  { query, customers, businesses, page, pageSize }: z.infer<typeof UserSearch>,
): Promise<{ rows: User[] | UserRow[]; count: Count }> => {
  let users = db.selectFrom('account').selectAll().where('deleted_at', 'is', null)
  if (customers || businesses || !caller.isAdmin)
    users = users.where('is_active', '=', true).where('is_admin', '=', false).where('is_sales_rep', '=', false)
  if (businesses) users = users.where(isFirstToOrder)
  for (const word of queryWords(query)) users = users.where(businesses ? businessMentions(word) : mentions(word))
  const size = pageSize ?? maxUsers
  const { number } = await sql<{ number: number }>`
    select count(*)::int as number from (${users.limit(maxUsers)}) counted`
    .execute(db)
    .then(({ rows: [row] }) => row ?? { number: 0 })
  const found = await users
    .orderBy(beginsName(sql`company_name`, query.trim()), 'desc')
    .orderBy('company_name')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const wanted = found.map(asUser)
  const shown = caller.isAdmin ? wanted : wanted.map(reduced)
  const rows = businesses ? await withPeople(db, found, shown) : shown
  return { rows, count: { number, isMore: number >= maxUsers } }
}

const mayBeOrderedFor = sql<boolean>`(person.is_active and person.deleted_at is null and not person.is_admin
  and not person.is_sales_rep and person.buying_role <> 'viewer')`

/** The first user of the business who can have orders. */
const isFirstToOrder = sql<boolean>`account.id = (
  select person.id from user_account person
  where person.business_id = account.business_id and ${mayBeOrderedFor} order by person.id limit 1)`

/** A search for any user of a business finds it. */
const businessMentions = (word: string): Condition => sql<boolean>`account.business_id in (
  select user_account.business_id from user_account where deleted_at is null and ${mentions(word)})`

const maxPeople = 200

const withPeople = async <R extends { _id: string }>(
  db: Db,
  found: readonly AccountRow[],
  rows: readonly R[],
): Promise<(R & Required<Pick<UserRow, 'people'>>)[]> => {
  const ids = found.flatMap(({ business_id }) => business_id ?? [])
  const { rows: people } = await sql<NonNullable<UserRow['people']>[number] & { businessId: string }>`
    select person.* from unnest(${ids}::uuid[]) business (id)
    cross join lateral (
      select person.business_id as "businessId", person.id as "_id", name, last_name as "lastName", email
      from user_account person where person.business_id = business.id and ${mayBeOrderedFor}
      order by person.id limit ${maxPeople}
    ) person`.execute(db)
  const byBusiness = Map.groupBy(people, ({ businessId }) => businessId)
  const businessOf = new Map(found.map(({ id, business_id }) => [id, business_id ?? '']))
  return rows.map((row) => ({
    ...row,
    people: (byBusiness.get(businessOf.get(row._id) ?? '') ?? []).map(({ businessId: _, ...person }) => person),
  }))
}

/** The word matches person or business, or is the account number. Each condition must match its index exactly. */
export const mentions = (word: string): Condition => sql<boolean>`(${isCalled(word)} or business_id = any(array(
    select id from business
    where ${containsName(sql`name || ' ' || account_number || ' ' || claimed_account_number`, word)}
    union all
    select id from business where account_number <> '' and account_number = ${accountNumber(word)} and deleted_at is null
  )))`

/** The fields of a customer that a sales rep can see. */
export const reduced = (user: User): UserRow => z.parse(UserRow, user)

const maxShown = 1_000

/** Users of a business, oldest first. */
export const usersOfBusiness = (db: Db | Tx, id: string): Promise<AccountRow[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(maxShown)
    .execute()

export const colleaguesOf = async (db: Db, id: string): Promise<UserRow[]> => {
  const { business_id } = await accountById(db, id)
  const users = business_id ? await usersOfBusiness(db, business_id) : []
  return users.filter((user) => user.id !== id).map((user) => reduced(asUser(user)))
}

/** Other users whose business has this account number or who claim it. Admins see them before accepting a request. */
export const othersOfAccount = (
  db: Db | Tx,
  { id, account_number }: Pick<AccountRow, 'id' | 'account_number'>,
): Promise<AccountRow[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('business_id', 'in', (eb) =>
      eb
        .selectFrom('business')
        .select('business.id')
        .where((of) =>
          of.or([of('account_number', '=', account_number), of('claimed_account_number', '=', account_number)]),
        )
        .where('business.deleted_at', 'is', null),
    )
    .where('account_number', '!=', '')
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(maxShown)
    .execute()

/** Ship-to and bill-to profile of the caller, or of a customer for staff; others get 404. */
export const addressProfile = async (
  db: Db,
  caller: Caller,
  { email, today }: { email: string; today: string },
): Promise<AddressProfile> => {
  let profile = db.selectFrom('account').selectAll().where('email', '=', email).where('deleted_at', 'is', null)
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
  return { ...asUser(found), licenseState: checkLicense(found.license_expiry_date, today) }
}

/** Number of customers pending approval; 0 for everyone but admins. */
export const waitingCustomers = async (db: Db, caller: Caller): Promise<number> => {
  if (!caller.isAdmin) return 0
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${waitingBusinesses} waiting`.execute(db)
  return rows[0]?.count ?? 0
}
