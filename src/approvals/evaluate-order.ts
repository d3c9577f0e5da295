import { sql } from 'kysely'
import { checkCostCenter } from '#budgets/check-cost-center.ts'
import { costCenterWords } from '#budgets/cost-center-shapes.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { asDollars, lineCents, toCents } from '#shared/money.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { pricesFor, type PricedFor } from '#pricing/find-prices.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import { noRules, type Rules } from './rule-shapes.ts'

interface Query {
  caller: Pick<Caller, 'businessId' | 'buyingRole' | 'isAdmin' | 'isSalesRep'>
  day: string
  orderItems: readonly { _id: string; quantity: number }[]
  costCenterId: string | undefined
}

interface Checked {
  businessId: string
  reasons: string[]
  lines: (EvaluatedLine & { productId: string })[]
}

/**
 * Why the caller's own order needs approval; null if it does not. The rules apply to buyers only: approvers and
 * managers need no approval, and staff order on behalf of the business.
 */
export const evaluateOrder = async (
  db: Db | Tx,
  { caller, day, orderItems, costCenterId }: Query,
): Promise<Checked | null> => {
  const { businessId, buyingRole, isAdmin, isSalesRep } = caller
  if (isAdmin || isSalesRep || buyingRole !== 'buyer' || businessId === null) return null
  const rules = await rulesOf(db, businessId)
  // The placement checks whether a cost center is required.
  const center = await checkCostCenter(db, { businessId, costCenterId, isSettled: true })
  if (!rules && !center?.needsApproval) return null
  const lines = await linesToEvaluate(
    db,
    { businessId, day },
    { wanted: orderItems, seeksNew: rules?.isForNew === true },
  )
  const reasons = [
    ...approvalReasons(rules ?? noRules, lines),
    ...(center?.needsApproval ? [`Cost center: ${costCenterWords(center)}.`] : []),
  ]
  return reasons.length > 0 ? { businessId, reasons, lines } : null
}

export interface EvaluatedLine {
  name: string
  quantity: number
  price: number
  isCold: boolean
  isControlled: boolean
  /** The business has not ordered this product before. */
  isNew: boolean
}

/** One sentence for each rule that the order meets; empty if the order needs no approval. */
export const approvalReasons = (rules: Rules, lines: readonly EvaluatedLine[]): string[] => {
  const { overAmount, overLines } = rules
  const cents = lines.reduce((sum, line) => sum + lineCents(line), 0)
  return [
    ...(overAmount !== null && cents > toCents(overAmount) ? [`The total is over ${asDollars(overAmount)}.`] : []),
    ...(overLines !== null && lines.length > overLines
      ? [`The order has more than ${overLines === 1 ? '1 line' : `${overLines} lines`}.`]
      : []),
    ...(rules.isForCold
      ? naming(
          'Refrigerated or frozen',
          lines.filter(({ isCold }) => isCold),
        )
      : []),
    ...(rules.isForControlled
      ? naming(
          'Controlled',
          lines.filter(({ isControlled }) => isControlled),
        )
      : []),
    ...(rules.isForNew
      ? naming(
          'Not ordered before',
          lines.filter(({ isNew }) => isNew),
        )
      : []),
  ]
}

const maxNamed = 3

const naming = (what: string, lines: readonly EvaluatedLine[]): string[] => {
  if (lines.length === 0) return []
  const named = lines.slice(0, maxNamed).map(({ name }) => name)
  const more = lines.length - named.length
  return [`${what}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`]
}

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

interface WantedLine {
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
  { wanted, seeksNew }: { wanted: readonly WantedLine[]; seeksNew: boolean },
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
