import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/tables.ts'
import type { Caller } from '#server/http/bearer.ts'
import { notFound } from '#server/http/refusal.ts'
import { isOfAccount, withoutZeros } from '#invoices/own-invoices.ts'
import { isOwnOrder } from '#orders/own-orders.ts'
import type { MySummary } from './contract.ts'
import { favouritesOf, offeredProducts } from './offer-products.ts'
import { boughtLately, suggestionsFor } from './suggest-products.ts'

type Dashboard = z.input<typeof MySummary>

interface Person {
  id: string
  account_id: string
  license_expiry_date: string | null
  license_type: string
}

const mostBoughtAgain = 8
const openShown = 6
const monthsShown = 12

/** One's own dashboard, by id or e-mail; an admin may see anybody's, to everyone else other people do not exist. */
export const customerSummary = async (db: Db, caller: Caller, id: string, timeZone: string): Promise<Dashboard> => {
  const person = await personBy(db, caller, id)
  const [inv, orders, bought, favProd, spend, openOrders] = await Promise.all([
    countInvoices(db, person.account_id),
    countOwnOrders(db, person),
    boughtLately(db, person.id, withoutZeros(person.account_id)),
    favouritesOf(db, person.id),
    spendByMonth(db, person),
    openOrdersOf(db, person),
  ])
  const again = bought.filter((one) => one.orders > 1).slice(0, 2 * mostBoughtAgain)
  const [offered, products] = await Promise.all([
    offeredProducts(
      db,
      person.id,
      again.map(({ productId }) => productId),
    ),
    suggestionsFor(db, person, bought),
  ])
  const suggested = new Set(products.map(({ _id }) => _id))
  const buyAgain = again.flatMap(({ productId, orders: times, lastQuantity, lastAt }) => {
    const product = offered.get(productId)
    return product && !suggested.has(productId) ? [{ ...product, orders: times, lastQuantity, lastAt }] : []
  })
  return {
    inv,
    orders,
    products,
    favProd,
    buyAgain: buyAgain.slice(0, mostBoughtAgain),
    spend,
    openOrders,
    licence: licenceOf(person, timeZone),
  }
}

const personBy = async (db: Db, caller: Caller, id: string): Promise<Person> => {
  const isOwn = id === caller._id || id === caller.email
  if (!isOwn && !caller.isAdmin) throw notFound('User')
  const person = await db
    .selectFrom('user_account')
    .select(['id', 'account_id', 'license_expiry_date', 'license_type'])
    .where(id.includes('@') ? 'email' : 'id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw notFound('User')
  return person
}

const countInvoices = async (db: Db, accountId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('invoice')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOfAccount(accountId))
    .executeTakeFirstOrThrow()
  return count
}

const ownOrdersOf = ({ id, account_id }: Person) => isOwnOrder({ _id: id, accountID: account_id })

const countOwnOrders = async (db: Db, person: Person): Promise<number> => {
  const { count } = await db
    .selectFrom('sales_order')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleted_at', 'is', null)
    .where(ownOrdersOf(person))
    .executeTakeFirstOrThrow()
  return count
}

/** The sums know the orders of the user; those typed in the ERP for the account alone are few and added up here. */
const spendByMonth = async (db: Db, { id, account_id }: Person, today = new Date()): Promise<Dashboard['spend']> => {
  const months = Array.from({ length: monthsShown }, (_, at) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsShown + 1 + at, 1)).toISOString().slice(0, 7),
  )
  const account = withoutZeros(account_id)
  const { rows } = await sql<{ month: string; amount: number }>`
    select month, sum(amount) as amount from (
      select period as month, sales as amount from sales_figure
      where scope = 'customer' and key = ${id} and period = any(${months})
      union all
      select to_char(created_at at time zone 'UTC', 'YYYY-MM'), total_price from sales_order
      where user_id is null and deleted_at is null and ${account} <> ''
        and ltrim(bill_to_party_id, '0') = ${account} and created_at >= ${`${months[0]}-01T00:00:00Z`}
    ) spent group by month`.execute(db)
  const spent = new Map(rows.map(({ month, amount }) => [month, amount]))
  return months.map((month) => ({ month, amount: spent.get(month) ?? 0 }))
}

type OpenOrders = Dashboard['openOrders']

const openOrdersOf = async (db: Db, person: Person): Promise<OpenOrders> => {
  const { rows } = await sql<OpenOrders['orders'][number] & { count: number }>`
    select id as _id, erp_id as "orderIdSap", order_status_sap as "orderStatusSap", erp_state as "handOver",
      purchase_order as "purchaseOrder", total_price as "totalPrice", created_at as "createdAt",
      count(*) over ()::int as count
    from sales_order
    where ${ownOrdersOf(person)} and order_status_sap is distinct from '3' and not is_cancelled and deleted_at is null
    order by created_at desc, id limit ${openShown}`.execute(db)
  return { count: rows[0]?.count ?? 0, orders: rows }
}

const day = 86_400_000

/** A licence is good until the end of its last day where the business is. */
const licenceOf = ({ license_expiry_date: expires }: Person, timeZone: string): Dashboard['licence'] => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  return { expires, daysLeft: expires === null ? null : Math.round((Date.parse(expires) - Date.parse(today)) / day) }
}
