import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { Db } from '#server/db/tables.ts'
import type { MySummary, OfferedProduct } from './contract.ts'

/** What a customer bought more than once in the latest orders, how often and how regularly. */
interface Bought {
  productId: string
  name: string
  orders: number
  /** Milliseconds. */
  firstAt: number
  lastAt: number
  lastQuantity: number
}

/** What others order that the customer has not bought lately. */
interface Related {
  productId: string
  /** Name of a product that leads to it, or else the kind of licence. */
  because: string
  isByLicence: boolean
}

export interface Habits {
  bought: Bought[]
  related: Related[]
}

type Suggested = z.input<typeof MySummary>['products'][number]

const latestOrders = 24
const mostDue = 3
const mostSuggested = 8
/** Some of them are sold out. */
const mostRelated = 12
/** The strongest regulars lead to others. */
const mostLeading = 15
const day = 86_400_000

/**
 * What the latest orders hold, those typed in the ERP for the account included, most often bought first; and what
 * businesses with the same regulars order, or, where those are few, many with the same kind of licence.
 */
export const habitsOf = async (db: Db, id: string): Promise<Habits> => {
  const [habits] = await habitsNow(db, { id })
  return { bought: habits?.bought ?? [], related: habits?.related ?? [] }
}

const habitsNow = prepareStatement(
  (_db, { id }: { id: string }) => sql<{ [K in keyof Habits]: Habits[K] | null }>`
    with person as materialized (
      select id, license_type, ltrim(trim(account_id), '0') as account from user_account where id = ${id}::uuid
    ), latest as materialized (
      select id, created_at from (
        (select id, created_at from sales_order where user_id = ${id}::uuid and deleted_at is null
          order by created_at desc limit ${sql.lit(latestOrders)})
        union all
        (select typed.id, typed.created_at from person, lateral (
            select id, created_at from sales_order
            where user_id is null and deleted_at is null and ltrim(bill_to_party_id, '0') = person.account
            order by created_at desc limit ${sql.lit(latestOrders)}
          ) typed
          where account <> '')
      ) own
      order by created_at desc limit ${sql.lit(latestOrders)}
    ), bought as materialized (
      select product_id, (array_agg(name order by created_at desc))[1] as name,
        count(distinct latest.id)::int as orders, min(created_at) as first_at, max(created_at) as last_at,
        (array_agg(quantity order by created_at desc))[1] as quantity
      from latest join order_line line on line.order_id = latest.id
      where product_id is not null group by product_id
    ), by_regulars as (
      select other_id as product_id, (array_agg(name order by businesses desc, bought.product_id))[1] as because,
        sum(businesses) as businesses
      from (select * from bought where orders > 1 order by orders desc, product_id limit ${sql.lit(mostLeading)}) bought
      cross join lateral (
        select other_id, businesses from product_affinity where product_affinity.product_id = bought.product_id offset 0
      ) related
      where other_id not in (select product_id from bought)
      group by other_id order by businesses desc, other_id limit ${sql.lit(mostRelated)}
    ), by_licence as (
      select product_id, license_type as because, businesses from person join licence_assortment using (license_type)
      where license_type <> '' and product_id not in (select product_id from bought)
      order by businesses desc, product_id limit ${sql.lit(mostRelated)}
    )
    select
      (select json_agg(json_build_object('productId', product_id, 'name', name, 'orders', orders,
          'firstAt', date_part('epoch', first_at) * 1000, 'lastAt', date_part('epoch', last_at) * 1000,
          'lastQuantity', quantity) order by orders desc, last_at desc, product_id)
        from bought where orders > 1) as bought,
      (select json_agg(json_build_object('productId', product_id, 'because', because, 'isByLicence', by_licence)
          order by by_licence, businesses desc, product_id)
        from (
          select distinct on (product_id) product_id, because, businesses, by_licence from (
            select false as by_licence, * from by_regulars union all select true, * from by_licence
          ) found order by product_id, by_licence
        ) related) as related`,
)

export interface Reason {
  productId: string
  reason: string
  quantity: number
  /** It is time to order it again. */
  isDue: boolean
}

/** What it is time to order again, then what others order, each with its reason. */
export const reasonsFrom = ({ bought, related }: Habits, now = Date.now()): Reason[] => [
  ...bought.flatMap((one) => dueReason(one, now)).slice(0, 2 * mostDue),
  ...related.slice(0, mostRelated).map(({ productId, because, isByLicence }) => ({
    productId,
    reason: isByLicence
      ? `Many customers with your kind of licence (${because}) order this.`
      : `Customers who order ${because} regularly also order this.`,
    quantity: 1,
    isDue: false,
  })),
]

/** Bought at least three times, and the usual time between two orders is over. */
const dueReason = ({ productId, orders, firstAt, lastAt, lastQuantity }: Bought, now: number): Reason[] => {
  if (orders < 3) return []
  const usual = Math.round((lastAt - firstAt) / day / (orders - 1))
  const since = Math.floor((now - lastAt) / day)
  if (usual < 2 || since < usual || since > 6 * usual) return []
  return [
    {
      productId,
      reason: `You order this about every ${usual} days; the last time was ${since} days ago.`,
      quantity: lastQuantity,
      isDue: true,
    },
  ]
}

/** What of it can be had. */
export const suggestedAmong = (
  offered: ReadonlyMap<string, OfferedProduct>,
  reasons: readonly Reason[],
): Suggested[] => {
  const suggested = (wanted: readonly Reason[]) =>
    wanted.flatMap(({ productId, reason, quantity }) => {
      const product = offered.get(productId)
      const isToHave = product && (product.isNonStocked || product.countInStock > 0)
      return isToHave ? [{ ...product, reason, quantity }] : []
    })
  const due = suggested(reasons.filter(({ isDue }) => isDue)).slice(0, mostDue)
  return [...due, ...suggested(reasons.filter(({ isDue }) => !isDue))].slice(0, mostSuggested)
}
