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

/** Everything in the latest orders, what was bought most often first. */
export const boughtLately = async (db: Db, userId: string): Promise<Bought[]> => {
  const { rows } = await sql<Bought>`
    with latest as materialized (
      select id, created_at from sales_order where user_id = ${userId} and deleted_at is null
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

/** What it is time to order again, then what businesses with the same regulars order besides; each with its reason. */
export const suggestionsFor = async (
  db: Db,
  userId: string,
  bought: readonly Bought[],
  now = new Date(),
): Promise<Suggested[]> => {
  if (bought.length === 0) return []
  const due = bought.flatMap((one) => dueReason(one, now)).slice(0, 2 * mostDue)
  const related = await relatedTo(db, bought)
  const wanted = [...due, ...related]
  const offered = await offeredProducts(
    db,
    userId,
    wanted.map(({ productId }) => productId),
  )
  const suggested = (reasons: readonly Reason[]) =>
    reasons.flatMap(({ productId, reason }) => {
      const product = offered.get(productId)
      const isToHave = product && (product.isNonStocked || product.countInStock > 0)
      return isToHave ? [{ ...product, reason }] : []
    })
  return [...suggested(due).slice(0, mostDue), ...suggested(related)].slice(0, mostSuggested)
}

interface Reason {
  productId: string
  reason: string
}

/** Bought at least three times, and the usual time between two orders is over. */
const dueReason = ({ productId, orders, firstAt, lastAt }: Bought, now: Date): Reason[] => {
  if (orders < 3) return []
  const usual = Math.round((lastAt.getTime() - firstAt.getTime()) / day / (orders - 1))
  const since = Math.floor((now.getTime() - lastAt.getTime()) / day)
  if (usual < 2 || since < usual || since > 6 * usual) return []
  return [{ productId, reason: `You order this about every ${usual} days; the last time was ${since} days ago.` }]
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
  }))
}
