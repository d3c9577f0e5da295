import { sql } from 'kysely'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { pricesFor, type PricedFor } from '#pricing/find-prices.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { EvaluatedLine } from './evaluate-rules.ts'
import type { Rules } from './rule-shapes.ts'

/** The approval rules of this business; null without rules, which is the common case. */
export const rulesOf = async (db: Db | Tx, businessId: string): Promise<Rules | null> => {
  const [rules] = await rulesOfBusiness(db, { businessId })
  return rules ?? null
}

const rulesOfBusiness = prepareStatement((db, { businessId }: { businessId: string }) =>
  db
    .selectFrom('approval_rules')
    .select([
      'over_amount as overAmount',
      'over_lines as overLines',
      'is_for_cold as isForCold',
      'is_for_controlled as isForControlled',
      'is_for_new as isForNew',
    ])
    .where('business_id', '=', businessId),
)

interface Query {
  _id: string
  quantity: number
}

/**
 * The lines at today's prices with the fields that the rules check; products that are not sold are left out. Earlier
 * orders are searched only with `seeksNew`.
 */
export const linesToEvaluate = async (
  db: Db | Tx,
  priced: PricedFor,
  { wanted, seeksNew }: { wanted: readonly Query[]; seeksNew: boolean },
): Promise<(EvaluatedLine & { productId: string })[]> => {
  const ids = wanted.map(({ _id }) => _id)
  const facts = await factsOf(db, { ids, businessId: priced.businessId, seeksNew })
  const prices = await pricesFor(db, priced, wanted)
  const byId = new Map(facts.map((one) => [one.productId, one]))
  return wanted.flatMap(({ _id, quantity }, at) => {
    const known = byId.get(_id)
    const price = prices[at]?.price
    return known && price !== undefined ? [{ ...known, quantity, price }] : []
  })
}

type Facts = Omit<EvaluatedLine, 'quantity' | 'price'> & { productId: string }

const factsOf = prepareStatement(
  (_db, { ids, businessId, seeksNew }: { ids: string[]; businessId: string | null; seeksNew: boolean }) =>
    sql<Facts>`
      with bought as (
        select product_id from sales_order join order_line on order_line.order_id = sales_order.id
        where ${seeksNew}::boolean and sales_order.business_id = ${businessId}::uuid and sales_order.deleted_at is null
          and not sales_order.is_cancelled and quantity > cancelled_quantity and product_id = any(${ids}::uuid[])
      )
      select product.id as "productId", product.name, product.cold_status <> '' as "isCold",
        product.dea_schedule <> '' as "isControlled",
        ${seeksNew}::boolean and product.id not in (select product_id from bought) as "isNew"
      from product
      where product.id = any(${ids}::uuid[]) and product.is_published and product.deleted_at is null
        and ${isVisibleTo(sql`${businessId}::uuid`)}`,
)
