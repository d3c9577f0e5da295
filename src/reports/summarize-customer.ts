import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { Config } from '#platform/config.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { businessDay, daysBetween } from '#shared/business-day.ts'
import type { MySummary, OpenOrder } from './contract.ts'
import { hitsOf } from '#catalog/read-cards.ts'
import { asBuyer, type Viewer } from '#catalog/resolve-viewer.ts'
import { type Placed, promiseOrders } from '#ordering-rules/delivery/promise-orders.ts'
import { offersFrom } from '#reordering/habits/suggest-products.ts'
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

const maxFavorites = 24
const monthsShown = 12

type Settings = Pick<Config, 'PRICES' | 'BUSINESS_TIME_ZONE' | 'REQUIRE_LICENSE'>

/** The caller’s own dashboard, by id or email. Admins may see any user’s; for others it is not found. */
export const customerSummary = async (db: Db, caller: Caller, wanted: string, config: Settings): Promise<Dashboard> => {
  const id = await idOf(db, caller, wanted)
  const timeZone = config.BUSINESS_TIME_ZONE
  const day = businessDay(timeZone)
  const months = latestMonths(monthsShown, day)
  const [person] = await readCustomer(db, { id, periods: arrayOf([...months, 'always']) })
  if (!person) throw notFound('User')
  const { business_id: businessId, favorites } = person
  const habits = person.habits ?? (businessId ? await computeHabits(db, businessId) : { bought: [], related: [] })
  const ids = new Set([...favorites, ...[...habits.bought, ...habits.related].map(({ productId }) => productId)])
  const viewer = viewerOf(asBuyer(config, caller), {
    isOwn: id === caller._id || caller.orderingFor?._id === id,
    id,
    businessId,
  })
  const [{ products }, promised] = await Promise.all([
    hitsOf(db, viewer, [...ids]),
    promiseOrders(db, timeZone, person.placed ?? []),
  ])
  const cards = new Map(products.filter(({ isPublished }) => isPublished).map((product) => [product._id, product]))
  const { due, bought, suggested } = offersFrom(habits, cards)
  const spent = spentIn(person)
  const lastOf = new Map(person.last?.map((line) => [line.id, line]))
  return {
    inv: person.invoices,
    orders: person.orders,
    products: suggested,
    favProd: favorites
      .flatMap((productId) => {
        const last = lastOf.get(productId)
        const card = cards.get(productId)
        return card ? [{ ...card, lastQuantity: last?.quantity ?? null, lastAt: last ? new Date(last.at) : null }] : []
      })
      .slice(0, maxFavorites),
    due,
    buyAgain: bought,
    spend: months.map((month) => ({ month, amount: toDollars(spent.get(month) ?? 0) })),
    openOrders: {
      count: person.open_count,
      nextArrival: promised.filter((arrival) => arrival >= day).toSorted()[0] ?? null,
      orders: (person.open ?? []).map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
    },
    license: licenseOf(person.license_expiry_date, day),
  }
}

/** An admin who looks at another user’s dashboard sees that business’s products and prices. */
const viewerOf = (
  own: Viewer,
  { isOwn, id, businessId }: { isOwn: boolean; id: string; businessId: string | null },
): Viewer => (isOwn || !own.user ? own : { ...own, user: { ...own.user, _id: id, businessId }, seesRestricted: false })

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

const openShown = 5
/** More than are shown, because some may no longer be sold. */
const maxFavoritesShown = 36
/** Last quantities of favorites come from this many orders. */
const latestOrders = 100
/** Orders that may still arrive as promised. */
const maxPromised = 50

interface Params {
  id: string
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
  placed: Placed[] | null
  favorites: string[]
  /** The last order of each favorite. */
  last: { id: string; quantity: number; at: string }[] | null
  /** Null if not computed yet or outdated. */
  habits: Habits | null
}

/**
 * Reads everything about a customer in one statement: the business's orders, invoices and habits, orders the user
 * placed for others, and the user's favorites. The order count comes from the rollup.
 */
const readCustomer = prepareStatement((_db, { id, periods }: Params) => {
  const person = sql`${id}::uuid`
  const business = sql`(select business_id from person)`
  const placer = sql`(select case when is_staff then ${person} end from person)`
  const { ofBusiness, placedForOthers } = setsOfOwnOrders(placer, business)
  const isOpen = sql`erp_status is distinct from '3' and not is_cancelled`
  const shown = sql`id, erp_id, erp_status, erp_state, purchase_order, total_price, created_at, shipping_method`
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
      select product_id from favourite where user_id = ${person}
      order by created_at desc, product_id limit ${sql.lit(maxFavoritesShown)}
    ), latest as materialized (
      select id, created_at from sales_order
      where ${ofBusiness} and deleted_at is null and not is_cancelled and exists (select from liked)
      order by created_at desc limit ${sql.lit(latestOrders)}
    ), last as materialized (
      select distinct on (product_id) product_id as id, quantity, created_at as at
      -- From the orders to their lines: a popular product has too many lines to start from.
      from latest cross join lateral (
        select product_id, quantity - cancelled_quantity as quantity from order_line
        where order_id = latest.id and quantity > cancelled_quantity offset 0
      ) line
      where product_id in (select product_id from liked)
      order by product_id, created_at desc
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
        from (select * from open order by created_at desc, id limit ${sql.lit(openShown)}) newest) as open,
      (select json_agg(json_build_object('at', created_at, 'method', shipping_method)) from (
        select created_at, shipping_method from open where erp_state is distinct from 'held'
        order by created_at desc limit ${sql.lit(maxPromised)}) coming) as placed,
      array(select product_id from liked) as favorites,
      (select json_agg(last) from last) as last,
      (select habits from customer_habit
        where customer_habit.business_id = person.business_id
          and customer_habit.stamp = concat_ws(' ', figures.stamp, license_type)) as habits
    from person, figures`
})
