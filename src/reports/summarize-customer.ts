import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { businessDay, daysBetween } from '#shared/business-day.ts'
import type { MySummary, OpenOrder } from './contract.ts'
import { offersOf, type OfferColumns, offersFor } from '#reordering/habits/offer-products.ts'
import { reasonsFrom, suggestedAmong } from '#reordering/habits/suggest-products.ts'
import { type RawBuilder, sql } from 'kysely'
import { setsOfInvoices, setsOfOwnOrders } from '#customers/business/own-records.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import {
  computeHabits,
  figuresIn,
  type Habits,
  stampOfFigures,
  arrayOf,
  latestMonths,
} from '#reordering/habits/compute-habits.ts'

type Dashboard = z.input<typeof MySummary>

const mostBoughtAgain = 8
const maxFavorites = 24
const monthsShown = 12

/** The caller's own dashboard, by id or email. Admins may see any user's; for others it is not found. */
export const customerSummary = async (db: Db, caller: Caller, wanted: string, timeZone: string): Promise<Dashboard> => {
  const id = await idOf(db, caller, wanted)
  const day = businessDay(timeZone)
  const months = latestMonths(monthsShown, day)
  const [person] = await readCustomer(db, { id, day, periods: arrayOf([...months, 'always']) })
  if (!person) throw notFound('User')
  const made = person.habits || !person.business_id ? null : await computeHabits(db, { id: person.business_id, day })
  const habits = made?.habits ?? person.habits ?? { bought: [], related: [] }
  const offered = new Map([...offersOf(person.offers), ...(made?.offers ?? [])].map((offer) => [offer._id, offer]))
  const products = suggestedAmong(offered, reasonsFrom(habits))
  const suggested = new Set(products.map(({ _id }) => _id))
  const buyAgain = habits.bought.flatMap(({ productId, orders, lastQuantity, lastAt }) => {
    const product = offered.get(productId)
    return product && !suggested.has(productId) ? [{ ...product, orders, lastQuantity, lastAt: new Date(lastAt) }] : []
  })
  const spent = spentIn(person)
  return {
    inv: person.invoices,
    orders: person.orders,
    products,
    favProd: person.favourites.flatMap((productId) => offered.get(productId) ?? []).slice(0, maxFavorites),
    buyAgain: buyAgain.slice(0, mostBoughtAgain),
    spend: months.map((month) => ({ month, amount: toDollars(spent.get(month) ?? 0) })),
    openOrders: {
      count: person.open_count,
      orders: (person.open ?? []).map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    },
    license: licenseOf(person.license_expiry_date, day),
  }
}

/** Cents by month. */
const spentIn = ({ months, amounts }: Known): Map<string, number> => {
  const spent = new Map<string, number>()
  months?.forEach((month, at) => spent.set(month, (spent.get(month) ?? 0) + toCents(amounts?.[at] ?? 0)))
  return spent
}

const idOf = async (db: Db, caller: Caller, wanted: string): Promise<string> => {
  // While a sales rep works for a customer, the dashboard is the customer's.
  if (wanted === caller._id || wanted === caller.email)
    return caller.isSalesRep && caller.orderingFor ? caller.orderingFor._id : caller._id
  if (!caller.isAdmin) throw notFound('User')
  if (!wanted.includes('@')) return wanted
  const person = await db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', wanted)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('User'))
  return person.id
}

/** A license is valid until the end of its last day in the business's time zone. */
const licenseOf = (expires: string | null, today: string): Dashboard['license'] => ({
  expires,
  daysLeft: expires === null ? null : daysBetween(today, expires),
})

const openShown = 6
/** More than are shown, because some may no longer be sold. */
const maxFavoritesShown = 36

interface Params {
  id: string
  /** The day whose prices apply. */
  day: string
  /** The months to sum up, and 'always', as an array literal. */
  periods: string
}

interface Known {
  business_id: string | null
  license_expiry_date: string | null
  invoices: number
  orders: number
  /** Sums by column, including the all-time sum; a month may occur several times. */
  months: string[] | null
  amounts: number[] | null
  open_count: number
  open: (Omit<OpenOrder, 'createdAt'> & { createdAt: string })[] | null
  favourites: string[]
  /** Null if not computed yet or outdated. */
  habits: Habits | null
  /** The orderable products among the favorites and habits. */
  offers: OfferColumns
}

/**
 * Reads everything about a customer in one statement: the business's orders, invoices and habits, orders the user
 * placed for others, and the user's favorites. The order count comes from the rollup.
 */
const readCustomer = prepareStatement((_db, { id, day, periods }: Params) => {
  const person = sql`${id}::uuid`
  const business = sql`(select business_id from person)`
  const placer = sql`(select case when is_staff then ${person} end from person)`
  const { ofBusiness, placedForOthers } = setsOfOwnOrders(placer, business)
  const isOpen = sql`erp_status is distinct from '3' and not is_cancelled`
  const shown = sql`id, erp_id, erp_status, erp_state, purchase_order, total_price, created_at`
  const open = (whose: RawBuilder<unknown>) => sql`
    select ${shown} from sales_order where ${whose} and ${isOpen} and deleted_at is null`
  const naming = setsOfInvoices(sql`account`).map((whose) => sql`select from invoice where ${whose}`)
  return sql<Known>`
    with person as materialized (
      select user_account.business_id, is_admin or is_sales_rep as is_staff, expires_on as license_expiry_date, license.type as license_type,
        coalesce(account_number, '') as account
      from user_account
      left join business on business.id = user_account.business_id
      left join license on license.business_id = business.id and place = 1
      where user_account.id = ${person} and user_account.deleted_at is null
    ), figures as materialized (
      select coalesce(sum(orders) filter (where period = 'always'), 0) as orders, ${stampOfFigures} as stamp,
        to_json(array_agg(period)) as months, to_json(array_agg(sales)) as amounts
      from (${figuresIn(sql`${periods}::text[]`, business)}) figure
    ), open as materialized (
      ${open(ofBusiness)} union all ${open(placedForOthers)}
    ), liked as materialized (
      select array(
        select product_id from favourite where user_id = ${person}
        order by created_at desc, product_id limit ${sql.lit(maxFavoritesShown)}
      ) as ids
    ), habit as materialized (
      select habits, product_ids from person join customer_habit using (business_id), figures
      where customer_habit.stamp = concat_ws(' ', figures.stamp, license_type)
    ), wanted as materialized (
      select (select ids from liked) || (select product_ids from habit) as ids
    )
    select business_id, license_expiry_date,
      case when account = '' then 0 else (
        select count(*)::int from (${sql.join(naming, sql` union all `)}) naming
      ) end as invoices,
      figures.orders + (select count(*) from sales_order
        where ${placedForOthers} and deleted_at is null and not is_cancelled) as orders,
      months, amounts,
      (select count(*)::int from open) as open_count,
      (select json_agg(json_build_object('_id', id, 'orderIdSap', erp_id, 'orderStatusSap', erp_status,
          'handOver', erp_state, 'purchaseOrder', purchase_order, 'totalPrice', total_price, 'createdAt', created_at)
          order by created_at desc, id)
        from (select * from open order by created_at desc, id limit ${sql.lit(openShown)}) latest) as open,
      (select to_json(ids) from liked) as favourites,
      (select habits from habit) as habits,
      ${offersFor({ businessId: business, day: sql`${day}::date`, ids: sql`(select ids from wanted)::uuid[]` })} as offers
    from person, figures`
})
