import { sql } from 'kysely'
import { accountNumber } from '#shared/account-number.ts'
import { type FoundRecord, isSameNumber } from '#shared/found-record.ts'
import { allOf, beginsName, type Condition, containsName } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { type FindRecords, maxFound } from '#platform/http/record-finder.ts'
import { isCalled, queryWords } from './match-people.ts'

interface Named {
  id: string
  name: string
  last_name: string
  email: string
  company_name: string
  account_number: string
}

interface NamedBusiness extends Named {
  city: string
  state: string
}

/** Finds businesses by name or account number, for staff; sales reps find only those they can order for. */
export const findCustomers =
  (db: Db): FindRecords =>
  async (caller, { text, kinds }) => {
    if (!(caller.isAdmin || caller.isSalesRep) || (kinds && !kinds.includes('customer'))) return []
    const words = queryWords(text).map((word) =>
      containsName(sql`business.name || ' ' || business.account_number || ' ' || claimed_account_number`, word),
    )
    const number = accountNumber(text)
    const isNumber = sql<boolean>`(business.account_number <> '' and business.account_number = ${number})`
    const { rows } = await sql<NamedBusiness>`
      select user_id as id, named.name, last_name, email, business.name as company_name,
        coalesce(nullif(business.account_number, ''), claimed_account_number) as account_number,
        shipto_city as city, shipto_state as state
      from business join named_customer named on named.business_id = business.id
      where business.id = any(array(
          select id from business where business.deleted_at is null and ${allOf(words)}
          union all select id from business where ${isNumber} and business.deleted_at is null
        ))
        and exists (select from user_account where user_account.id = user_id and ${mayBeOrderedFor(caller)})
      order by ${isNumber} desc, ${beginsName(sql`business.name`, text)} desc, business.name, business.id
      limit ${sql.lit(maxFound)}`.execute(db)
    return rows.map((row) => {
      const { id, company_name, account_number, city, state } = row
      return {
        kind: 'customer',
        _id: id,
        title: company_name || row.email,
        detail: [account_number, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
        fit: isSameNumber(account_number, text) ? 'own' : 'part',
        customer: customerOf(row),
      }
    })
  }

/** By name or email: everyone for admins, active customers for reps, their own business for managers. */
export const findPeople =
  (db: Db): FindRecords =>
  async (caller, { text, kinds }) => {
    const isStaff = caller.isAdmin || caller.isSalesRep
    if (kinds || !(isStaff || caller.buyingRole === 'manager')) return []
    const { rows } = await sql<Named & { is_admin: boolean; is_sales_rep: boolean }>`
      select user_account.id, user_account.name, last_name, email, is_admin, is_sales_rep,
        coalesce(business.name, '') as company_name, coalesce(business.account_number, '') as account_number
      from user_account left join business on business.id = business_id
      where user_account.id = any(array(
          select id from user_account where ${allOf([isVisibleTo(caller), ...queryWords(text).map(isCalled)])} limit 500
        ))
      order by lower(email) = ${text.toLowerCase()} desc, last_name, user_account.name, user_account.id
      limit ${sql.lit(maxFound)}`.execute(db)
    return rows.map((row) => ({
      kind: 'person',
      _id: row.id,
      title: `${row.name} ${row.last_name}`.trim() || row.email,
      detail: [row.email, row.company_name].filter(Boolean).join(' · '),
      fit: 'part',
      ...roleOf(row, isStaff),
      ...(isStaff && !row.is_admin && !row.is_sales_rep && { customer: customerOf(row) }),
    }))
  }

const customerOf = (row: Named): NonNullable<FoundRecord['customer']> => ({
  _id: row.id,
  name: row.name,
  lastName: row.last_name,
  email: row.email,
  companyName: row.company_name,
  accountID: row.account_number,
})

const roleOf = (row: { is_admin: boolean; is_sales_rep: boolean }, isStaff: boolean): Pick<FoundRecord, 'role'> => {
  if (row.is_admin) return { role: 'admin' }
  if (row.is_sales_rep) return { role: 'salesRep' }
  return isStaff ? {} : { role: 'colleague' }
}

const isCustomer = sql<boolean>`(not is_admin and not is_sales_rep and user_account.deleted_at is null)`

/** Admins can open any business; sales reps can order only for active customers. */
const mayBeOrderedFor = ({ isAdmin }: Caller): Condition =>
  isAdmin ? isCustomer : allOf([isCustomer, sql<boolean>`is_active`])

const isVisibleTo = (caller: Caller): Condition => {
  if (caller.isAdmin) return sql<boolean>`deleted_at is null`
  if (caller.isSalesRep) return mayBeOrderedFor(caller)
  return sql<boolean>`(business_id = ${caller.businessId}::uuid and user_account.deleted_at is null)`
}
