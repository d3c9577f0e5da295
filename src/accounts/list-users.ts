import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Count, Sort } from '#shared/filters.ts'
import { allOf, type Condition, contains, type Expression, never } from '#platform/db/conditions.ts'
import { isAccountLike } from '#businesses/billed-accounts.ts'
import { pageOfIds } from '#platform/db/list-page.ts'
import type { Db } from '#platform/db/tables.ts'
import type { accounts } from './contract.ts'
import type { customerList, CustomerRow, licenseStates, staffList, User } from './account-shapes.ts'
import { daysOfWarning } from './judge-license.ts'
import { asUser } from './map-user.ts'
import { mentions, wordsOf } from './queries.ts'

type CustomersWanted = z.output<typeof accounts.customers.query>
type StaffWanted = z.output<typeof accounts.staff.query>
type LicenseState = (typeof licenseStates)[number]

/** When a license stands so today in the business's time zone; the last day counts as valid. */
const licenseConditions = (timeZone: string) => {
  const today = sql`(now() at time zone ${timeZone})::date`
  const lastOfWarning = sql`${today} + ${daysOfWarning}::int`
  const conditions: [LicenseState, Condition][] = [
    ['none', sql<boolean>`license_expiry_date is null`],
    ['expired', sql<boolean>`license_expiry_date < ${today}`],
    ['expiring', sql<boolean>`license_expiry_date between ${today} and ${lastOfWarning}`],
    ['valid', sql<boolean>`license_expiry_date > ${lastOfWarning}`],
  ]
  return new Map<string, Condition>(conditions)
}

const licenseState = (timeZone: string): RawBuilder<LicenseState> => {
  const cases = [...licenseConditions(timeZone)].map(([state, holds]) => sql`when ${holds} then ${state}`)
  return sql<LicenseState>`case ${sql.join(cases, sql` `)} end`
}

const customerSorts: Record<(typeof customerList.sorts)[number], readonly Expression[]> = {
  company: [sql`company_name`],
  name: [sql`last_name`],
  email: [sql`email`],
  account: [sql`account_number`],
  createdAt: [sql`created_at`],
  license: [sql`license_expiry_date`],
}

const staffSorts: Record<(typeof staffList.sorts)[number], readonly Expression[]> = {
  name: [sql`last_name`, sql`name`],
  email: [sql`email`],
  company: [sql`company_name`],
  account: [sql`account_number`],
  createdAt: [sql`created_at`],
}

/** One page of customers: neither admins nor sales reps. */
export const pageOfCustomers = async (
  db: Db,
  timeZone: string,
  { query: filter, sort, page, pageSize }: CustomersWanted,
): Promise<{ rows: CustomerRow[]; count: Count }> => {
  const conditions = [
    ...sharedConditions(filter),
    ...(filter.state ? [contains(sql`shipto_state`, filter.state)] : []),
    ...(filter.license ? [licenseConditions(timeZone).get(filter.license) ?? never] : []),
  ]
  const { ids, count } = await pageOfIds(db, {
    table: 'listed_customer',
    where: allOf(conditions),
    isBroad: conditions.length === 0,
    by: customerSorts[sortedBy(sort)],
    isDescending: sort.startsWith('-'),
    page,
    pageSize,
  })
  if (ids.length === 0) return { rows: [], count }
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .select(licenseState(timeZone).as('licenseState'))
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(
    rows.map((row) => {
      const isClaim = row.business_status === 'requested' && row.account_number !== ''
      return [row.id, { ...asUser(row), licenseState: row.licenseState, isClaim }]
    }),
  )
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), count }
}

/** One page of admins and sales reps. */
export const pageOfStaff = async (
  db: Db,
  { query: filter, sort, page, pageSize }: StaffWanted,
): Promise<{ rows: User[]; count: Count }> => {
  const { ids, count } = await pageOfIds(db, {
    table: 'account',
    where: allOf([
      sql<boolean>`deleted_at is null and (is_admin or is_sales_rep)`,
      ...sharedConditions(filter),
      ...(filter.role ? [filter.role === 'admin' ? sql<boolean>`is_admin` : sql<boolean>`is_sales_rep`] : []),
    ]),
    by: staffSorts[sortedBy(sort)],
    isDescending: sort.startsWith('-'),
    page,
    pageSize,
  })
  if (ids.length === 0) return { rows: [], count }
  const rows = await db.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, asUser(row)]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), count }
}

const sortedBy = <S extends string>(sort: Sort<S>): S => sort.replace(/^-/, '') as S // the schema allows nothing else

interface SharedFilter {
  any?: string
  company?: string
  name?: string
  email?: string
  account?: string
  status?: string
}

const sharedConditions = ({ any, company, name, email, account, status }: SharedFilter): Condition[] => [
  ...wordsOf(any ?? '').map(mentions),
  ...(company ? [contains(sql`company_name`, company)] : []),
  ...(name ? [contains(sql`(name || ' ' || last_name)`, name)] : []),
  ...(email ? [contains(sql`email`, email)] : []),
  ...(account ? [isAccountLike(sql`account_number`, account)] : []),
  ...(status ? [conditionOf(status)] : []),
]

/** `invited` has not chosen a password yet. */
const conditionOf = (status: string): Condition => {
  if (status === 'invited') return sql<boolean>`(is_active and password_hash is null)`
  return status === 'active' ? sql<boolean>`is_active` : sql<boolean>`not is_active`
}
