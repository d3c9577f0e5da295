import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Count, SortOrder } from '#shared/filters.ts'
import { allOf, type Condition, contains, containsName, type Expression, never } from '#platform/db/conditions.ts'
import { isAccountLike } from './business/billed-accounts.ts'
import { waitingBusinesses } from './business/waiting-businesses.ts'
import { allIds, type List, pageOfIds } from '#platform/db/list-page.ts'
import type { CsvColumns } from '#platform/http/csv.ts'
import type { Db } from '#platform/db/tables.ts'
import { fullName } from '#shared/full-name.ts'
import { businessDay } from '#shared/business-day.ts'
import type { users } from './contract.ts'
import type { User } from '#identity/account-shapes.ts'
import type { customerList, CustomerRecord, CustomerRow, licenseStates, staffList } from './customer-shapes.ts'
import { daysOfWarning } from './check-license.ts'
import { accountById } from '#identity/find-account.ts'
import { asUser } from '#identity/map-user.ts'
import { notFound } from '#platform/http/refusal.ts'
import { lastNotesOf } from './notes/queries.ts'
import { queryWords } from './match-people.ts'
import { mentions } from './queries.ts'

type CustomersQuery = z.output<typeof users.customers.query>
type StaffQuery = z.output<typeof users.staff.query>
type LicenseState = (typeof licenseStates)[number]

/** Condition of each license state today in the business time zone; the last day counts as valid. */
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

/** Adds the filters used by the dashboard: expired or expiring, and the same including licenses without a date. */
const licenseFilters = (timeZone: string): Map<string, Condition> => {
  const lastOfWarning = sql`(now() at time zone ${timeZone})::date + ${daysOfWarning}::int`
  return licenseConditions(timeZone)
    .set('ending', sql<boolean>`license_expiry_date <= ${lastOfWarning}`)
    .set('due', sql<boolean>`(license_expiry_date is null or license_expiry_date <= ${lastOfWarning})`)
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

type Customer = z.input<typeof CustomerRow>
export type CustomerTotals = Pick<z.input<typeof CustomerRow>, 'lastOrderAt' | 'salesOfYear' | 'overdue'>

/** Order and invoice totals of businesses by id, supplied by rooms above. */
type TotalsOfCustomers = (db: Db, businessIds: readonly string[], today: string) => Promise<Map<string, CustomerTotals>>

export type RecordCounts = CustomerRecord['counts']

/** How many records a business has, supplied by rooms above. */
type CountsOfBusiness = (db: Db, businessId: string | null) => Promise<RecordCounts>

export interface CustomerFacts {
  factsOf: TotalsOfCustomers
  countsOf: CountsOfBusiness
}

const noFacts: CustomerTotals = { lastOrderAt: null, salesOfYear: 0, overdue: [] }

/** Customers, one row per business, represented by its first user; without admins and sales reps. */
export const customersWith = (db: Db, timeZone: string, { factsOf, countsOf }: CustomerFacts) => ({
  /** The business of this customer; admins and sales reps have none. */
  record: async (id: string): Promise<z.input<typeof CustomerRecord>> => {
    const { business_id: businessId } = await accountById(db, id)
    const [[customer], counts] = await Promise.all([
      customersOf(db, { ids: [id], timeZone, factsOf }),
      countsOf(db, businessId),
    ])
    if (!customer || customer.isAdmin || customer.isSalesRep) throw notFound('Customer')
    return { ...customer, counts }
  },
  page: async ({ query, sort, page, pageSize }: CustomersQuery): Promise<{ rows: Customer[]; count: Count }> => {
    const { ids, count } = await pageOfIds(db, { ...customersLike(timeZone, { query, sort }), page, pageSize })
    return { rows: await customersOf(db, { ids, timeZone, factsOf }), count }
  },
  /** Ids of the whole filtered list, for the export. */
  ids: (wanted: Pick<CustomersQuery, 'query' | 'sort'>): Promise<string[]> =>
    allIds(db, customersLike(timeZone, wanted)),
  /** Customers with these ids, in the order of the ids. */
  of: (ids: readonly string[]): Promise<Customer[]> => customersOf(db, { ids, timeZone, factsOf }),
})

const customersLike = (timeZone: string, { query: filter, sort }: Pick<CustomersQuery, 'query' | 'sort'>): List => {
  const { status, ...ofPeople } = filter
  const conditions = [
    ...anyOfIts(sharedConditions(ofPeople)),
    ...(status === 'waiting' ? [isWaiting] : []),
    ...(status && status !== 'waiting' ? [conditionOf(status)] : []),
    ...(filter.state ? [contains(sql`shipto_state`, filter.state)] : []),
    ...(filter.license ? [licenseFilters(timeZone).get(filter.license) ?? never] : []),
  ]
  return {
    table: 'listed_customer',
    where: allOf([...conditions, isFirstOfIts]),
    isBroad: conditions.length === 0,
    by: customerSorts[sortedBy(sort)],
    isDescending: sort.startsWith('-'),
  }
}

/** A subquery is fast here, because few businesses are pending. */
const isWaiting = sql<boolean>`business_id in (select business_id from ${waitingBusinesses} waiting)`

/** Shows each business once, represented by its first active user, or its first user if none is active. */
const isFirstOfIts = sql<boolean>`not exists (
  select from user_account other
  where other.business_id = listed_customer.business_id and not other.is_admin and not other.is_sales_rep
    and other.deleted_at is null
    and (other.is_active, listed_customer.id) > (listed_customer.is_active, other.id))`

/** A search for any user of a business finds it. */
const anyOfIts = (conditions: readonly Condition[]): Condition[] =>
  conditions.length === 0
    ? []
    : [
        sql<boolean>`exists (
          select from listed_customer person
          where person.business_id = listed_customer.business_id and ${allOf(conditions)})`,
      ]

interface Listed {
  ids: readonly string[]
  timeZone: string
  factsOf: TotalsOfCustomers
}

const customersOf = async (db: Db, { ids, timeZone, factsOf }: Listed): Promise<Customer[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .select(licenseState(timeZone).as('licenseState'))
    .where('id', 'in', ids)
    .execute()
  const businessIds = rows.flatMap(({ business_id }) => business_id ?? [])
  const [facts, lastNotes, people] = await Promise.all([
    factsOf(db, businessIds, businessDay(timeZone)),
    lastNotesOf(db, businessIds),
    peopleOf(db, businessIds),
  ])
  const byId = new Map(
    rows.map((row) => {
      const isClaim = row.business_status === 'requested' && row.account_number !== ''
      const known = facts.get(row.business_id ?? '') ?? noFacts
      const lastNote = lastNotes.get(row.business_id ?? '') ?? null
      const whose = people.get(row.business_id ?? '') ?? { people: [], countPeople: 0 }
      return [row.id, { ...asUser(row), licenseState: row.licenseState, isClaim, ...known, lastNote, ...whose }]
    }),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const maxPeople = 20

type People = Pick<Customer, 'people' | 'countPeople'>

const peopleOf = async (db: Db, businessIds: readonly string[]): Promise<Map<string, People>> => {
  const { rows } = await sql<People & { id: string }>`
    select business.id, listed.count as "countPeople", listed.people
    from unnest(${businessIds}::uuid[]) business (id)
    cross join lateral (
      select coalesce(max(count), 0)::int as count, coalesce(json_agg(json_build_object(
        '_id', id, 'name', name, 'lastName', last_name, 'email', email, 'isActive', is_active,
        'mayOrder', is_active and buying_role <> 'viewer'
      ) order by is_active desc, id), '[]') as people
      from (
        select id, name, last_name, email, is_active, buying_role, count(*) over () as count from user_account
        where business_id = business.id and not is_admin and not is_sales_rep and deleted_at is null
        order by is_active desc, id limit ${maxPeople}
      ) person
    ) listed`.execute(db)
  return new Map(rows.map(({ id, ...whose }) => [id, whose]))
}

export const customerColumnsIn = (timeZone: string): CsvColumns<Customer> => ({
  Company: (row) => row.companyName,
  'First Name': (row) => row.name,
  'Last Name': (row) => row.lastName,
  Email: (row) => row.email,
  People: (row) =>
    row.people.map(({ name, lastName, email }) => `${fullName({ name, lastName })} <${email}>`).join(', '),
  Phone: (row) => row.phone,
  'Account ID': (row) => row.accountID,
  City: (row) => row.shipto_city,
  State: (row) => row.shipto_state,
  'License Expires': (row) => row.licenseExpiryDate,
  License: (row) => row.licenseState,
  'Last Order': (row) => (row.lastOrderAt === null ? null : businessDay(timeZone, new Date(row.lastOrderAt))),
  'Sales Last 12 Months': (row) => row.salesOfYear,
  Overdue: (row) => row.overdue.map(({ currency, amount }) => `${amount.toFixed(2)} ${currency}`).join(', '),
  'Last Note': (row) => row.lastNote?.text ?? null,
  Since: (row) => businessDay(timeZone, new Date(row.createdAt)),
  Active: (row) => row.isActive,
})

export const pageOfStaff = async (
  db: Db,
  { query: filter, sort, page, pageSize }: StaffQuery,
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

const sortedBy = <S extends string>(sort: SortOrder<S>): S => sort.replace(/^-/, '') as S // the schema allows no other values

interface SharedFilter {
  any?: string
  company?: string
  name?: string
  email?: string
  account?: string
  status?: string
}

const sharedConditions = ({ any, company, name, email, account, status }: SharedFilter): Condition[] => [
  ...queryWords(any ?? '').map(mentions),
  ...(company ? [containsName(sql`company_name`, company)] : []),
  ...(name ? [containsName(sql`name || ' ' || last_name`, name)] : []),
  ...(email ? [contains(sql`email`, email)] : []),
  ...(account ? [isAccountLike(sql`account_number`, account)] : []),
  ...(status ? [conditionOf(status)] : []),
]

/** `invited` users have not set a password yet. */
const conditionOf = (status: string): Condition => {
  if (status === 'invited') return sql<boolean>`(is_active and password_hash is null)`
  return status === 'active' ? sql<boolean>`is_active` : sql<boolean>`not is_active`
}
