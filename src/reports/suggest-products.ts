import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/tables.ts'
import type { MySummary } from './contract.ts'
import { offeredProducts } from './offer-products.ts'

/** How often and how regularly a customer bought one product in the latest orders. */
export interface Bought {
  productId: string
  name: string
  orders: number
  firstAt: Date
  lastAt: Date
  lastQuantity: number
}

type Suggested = z.input<typeof MySummary>['products'][number]

const latestOrders = 40
const mostDue = 3
const mostSuggested = 8
const day = 86_400_000

/** Everything in the latest orders, those typed in the ERP for the account included: what was bought most often first. */
export const boughtLately = async (db: Db, userId: string, account: string): Promise<Bought[]> => {
  const { rows } = await sql<Bought>`
    with latest as materialized (
      select id, created_at from (
        (select id, created_at from sales_order where user_id = ${userId} and deleted_at is null
          order by created_at desc limit ${latestOrders})
        union all
        (select id, created_at from sales_order
          where user_id is null and deleted_at is null and ${account} <> ''
            and ltrim(bill_to_party_id, '0') = ${account}
          order by created_at desc limit ${latestOrders})
      ) own
      order by created_at desc limit ${latestOrders}
    )
    select line.product_id as "productId", (array_agg(line.name order by created_at desc))[1] as name,
      count(distinct latest.id)::int as orders, min(created_at) as "firstAt", max(created_at) as "lastAt",
      (array_agg(line.quantity order by created_at desc))[1] as "lastQuantity"
    from latest join order_line line on line.order_id = latest.id
    where line.product_id is not null
    group by line.product_id
    order by orders desc, "lastAt" desc, line.product_id`.execute(db)
  return rows
}

/** What it is time to order again, then what businesses with the same regulars or the same kind of licence order; each with its reason. */
export const suggestionsFor = async (
  db: Db,
  customer: { id: string; license_type: string },
  bought: readonly Bought[],
  now = new Date(),
): Promise<Suggested[]> => {
  const due = bought.flatMap((one) => dueReason(one, now)).slice(0, 2 * mostDue)
  const [byRegulars, byLicence] = await Promise.all([
    relatedTo(db, bought),
    usualWith(db, customer.license_type, bought),
  ])
  const related = [
    ...byRegulars,
    ...byLicence.filter((one) => !byRegulars.some((other) => other.productId === one.productId)),
  ]
  const wanted = [...due, ...related]
  const offered = await offeredProducts(
    db,
    customer.id,
    wanted.map(({ productId }) => productId),
  )
  const suggested = (reasons: readonly Reason[]) =>
    reasons.flatMap(({ productId, reason, quantity }) => {
      const product = offered.get(productId)
      const isToHave = product && (product.isNonStocked || product.countInStock > 0)
      return isToHave ? [{ ...product, reason, quantity }] : []
    })
  return [...suggested(due).slice(0, mostDue), ...suggested(related)].slice(0, mostSuggested)
}

interface Reason {
  productId: string
  reason: string
  quantity: number
}

/** Bought at least three times, and the usual time between two orders is over. */
const dueReason = ({ productId, orders, firstAt, lastAt, lastQuantity }: Bought, now: Date): Reason[] => {
  if (orders < 3) return []
  const usual = Math.round((lastAt.getTime() - firstAt.getTime()) / day / (orders - 1))
  const since = Math.floor((now.getTime() - lastAt.getTime()) / day)
  if (usual < 2 || since < usual || since > 6 * usual) return []
  return [
    {
      productId,
      reason: `You order this about every ${usual} days; the last time was ${since} days ago.`,
      quantity: lastQuantity,
    },
  ]
}

/** Only products that the customer has not bought lately, and only pairs that enough businesses order. */
const relatedTo = async (db: Db, bought: readonly Bought[]): Promise<Reason[]> => {
  const regulars = bought.filter(({ orders }) => orders > 1).map(({ productId }) => productId)
  if (regulars.length === 0) return []
  const { rows } = await sql<{ product_id: string; because: string }>`
    select other_id as product_id, (array_agg(product_id order by businesses desc, product_id))[1] as because
    from product_affinity
    where product_id = any(${regulars}::uuid[]) and other_id <> all(${bought.map(({ productId }) => productId)}::uuid[])
    group by other_id
    order by sum(businesses) desc, other_id limit ${3 * mostSuggested}`.execute(db)
  const nameOf = new Map(bought.map(({ productId, name }) => [productId, name]))
  return rows.map(({ product_id, because }) => ({
    productId: product_id,
    reason: `Customers who order ${nameOf.get(because) ?? 'the same products'} regularly also order this.`,
    quantity: 1,
  }))
}

/** What many businesses with the same kind of licence order, and this one has not lately. */
const usualWith = async (db: Db, licenceType: string, bought: readonly Bought[]): Promise<Reason[]> => {
  if (licenceType === '') return []
  const { rows } = await sql<{ product_id: string }>`
    select product_id from licence_assortment
    where license_type = ${licenceType} and product_id <> all(${bought.map(({ productId }) => productId)}::uuid[])
    order by businesses desc, product_id limit ${3 * mostSuggested}`.execute(db)
  return rows.map(({ product_id }) => ({
    productId: product_id,
    reason: `Many customers with your kind of licence (${licenceType}) order this.`,
    quantity: 1,
  }))
}
