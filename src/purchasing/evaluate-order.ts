import { sql } from 'kysely'
import { approvalReasonOf, budgetsOver, checkBudgets, titleOf } from './budgets/check-budgets.ts'
import { checkCostCenter } from './cost-centers/check-cost-center.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { stateScheduleWords } from '#catalog/line-words.ts'
import { stateShippedTo } from '#colleagues/ship-to/find-address.ts'
import { stateScheduleOf } from '#compliance/schedules/read-state-schedule.ts'
import { costCenterWords } from '#orders/charge-shapes.ts'
import type { LockedLine } from '#orders/checkout/lock-lines.ts'
import type { Evaluation, OrderToEvaluate } from '#orders/checkout/purchase-policy.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { noPurchaseOrderMessage } from '#orders/charge-shapes.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { pricesFor, type PricedFor } from '#pricing/find-prices.ts'
import { asDollars, lineCents, toCents, toDollars } from '#shared/money.ts'
import { lockTerms, readTerms } from './read-terms.ts'
import { noRules, type Rules } from './approvals/rule-shapes.ts'

/** Evaluates a placement from its locked lines: the cost center, the budgets, and the rules that require approval. */
export const evaluateOrder = async (
  tx: Tx,
  timeZone: string,
  { customer, actor, approver, lines, total, costCenterId, purchaseOrder }: OrderToEvaluate,
): Promise<Evaluation> => {
  const { id: userId, business_id: businessId } = customer
  if (businessId === null) return { costCenter: null, warnings: [], approvalReasons: [] }
  const { rules, budgetIds, ...terms } = await lockTerms(tx, { businessId, userId, costCenterId: costCenterId ?? null })
  // An approval does not ask for what was not required when the order was requested.
  const isNew = approver === undefined
  const isRequired = terms.needsCostCenter && isNew
  const costCenter = checkCostCenter({ found: terms.costCenter, costCenterId, isRequired })
  if (terms.needsPurchaseOrder && isNew && purchaseOrder === '')
    throw new Refusal(409, noPurchaseOrderMessage, { field: 'purchaseOrder' })
  const warnings = await checkBudgets(tx, {
    businessId,
    ids: budgetIds,
    // Only staff place orders for another user.
    reader: { _id: (approver ?? actor)._id, isStaff: actor._id !== userId },
    total,
    timeZone,
  })
  if (approver !== undefined || !isUnderRules(actor)) return { costCenter, warnings, approvalReasons: [] }
  const evaluated = await markNew(tx, lines.flatMap(evaluatedLine), { businessId, seeksNew: rules?.isForNew === true })
  const approvalReasons = [
    ...reasonsFor({ rules, costCenter }, evaluated),
    ...warnings.filter(({ mode }) => mode === 'ask').map((warning) => approvalReasonOf(warning, total)),
  ]
  return { costCenter, warnings, approvalReasons }
}

/** The rules apply to buyers only: approvers and managers need no approval, and staff order for the business. */
const isUnderRules = ({ isAdmin, isSalesRep, buyingRole }: OrderToEvaluate['actor']): boolean =>
  !isAdmin && !isSalesRep && buyingRole === 'buyer'

const evaluatedLine = ({ productId, product, quantity, price }: LockedLine): ProductLine[] =>
  product
    ? [
        {
          productId,
          name: product.name,
          quantity,
          price,
          isCold: product.cold_status !== '',
          isControlled: product.dea_schedule !== '' || product.state_schedule !== null,
          stateSchedule: product.state_schedule,
          isNew: false,
        },
      ]
    : []

interface Draft {
  caller: Pick<Caller, '_id' | 'businessId' | 'buyingRole' | 'isAdmin' | 'isSalesRep'>
  day: string
  timeZone: string
  orderItems: readonly WantedLine[]
  costCenterId?: string | undefined
  shipToId?: string | undefined
}

/** Why the caller's order would need approval, at today's prices and without locks; no reasons if it would not. */
export const previewApproval = async (
  db: Db,
  { caller, day, timeZone, orderItems, costCenterId, shipToId }: Draft,
): Promise<{ reasons: string[]; total: number }> => {
  const { _id: userId, businessId } = caller
  if (businessId === null || !isUnderRules(caller)) return { reasons: [], total: 0 }
  const {
    rules,
    budgetIds: ids,
    ...terms
  } = await readTerms(db, {
    businessId,
    userId,
    costCenterId: costCenterId ?? null,
  })
  // The placement checks whether a cost center is required.
  const costCenter = checkCostCenter({ found: terms.costCenter, costCenterId, isRequired: false })
  if (!rules && !costCenter?.needsApproval && ids.length === 0) return { reasons: [], total: 0 }
  const seeksNew = rules?.isForNew === true
  const state = await stateShippedTo(db, { businessId, shipToId })
  const lines = await linesToEvaluate(db, { businessId, day }, { wanted: orderItems, seeksNew, state })
  const total = toDollars(lines.reduce((sum, line) => sum + lineCents(line), 0))
  const over = await budgetsOver(db, { businessId, ids, total, timeZone })
  const reasons = [
    ...reasonsFor({ rules, costCenter }, lines),
    ...over
      .filter(({ mode }) => mode === 'ask')
      .map((budget) => approvalReasonOf({ ...budget, title: titleOf(budget, null) }, total)),
  ]
  return { reasons, total }
}

const reasonsFor = (
  { rules, costCenter }: { rules: Rules | null; costCenter: ReturnType<typeof checkCostCenter> },
  lines: readonly EvaluatedLine[],
): string[] => [
  ...approvalReasons(rules ?? noRules, lines),
  ...(costCenter?.needsApproval ? [`Cost center: ${costCenterWords(costCenter)}.`] : []),
]

export interface EvaluatedLine {
  name: string
  quantity: number
  price: number
  isCold: boolean
  isControlled: boolean
  /** The stricter schedule of the ship-to State, such as `CV KY`. */
  stateSchedule: string | null
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
    ...(rules.isForCold ? naming('Refrigerated or frozen', lines, 'isCold') : []),
    ...(rules.isForControlled ? naming('Controlled', lines, 'isControlled') : []),
    ...(rules.isForNew ? naming('Not ordered before', lines, 'isNew') : []),
  ]
}

const maxNamed = 3

const naming = (what: string, all: readonly EvaluatedLine[], which: 'isCold' | 'isControlled' | 'isNew'): string[] => {
  const lines = all.filter((line) => line[which])
  if (lines.length === 0) return []
  const named = lines
    .slice(0, maxNamed)
    .map(({ name, stateSchedule }) =>
      which === 'isControlled' && stateSchedule ? `${name} (${stateScheduleWords(stateSchedule)})` : name,
    )
  const more = lines.length - named.length
  return [`${what}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`]
}

interface WantedLine {
  _id: string
  quantity: number
}

type ProductLine = EvaluatedLine & { productId: string }

/**
 * The lines at today's prices with the fields that the rules check; products that are not sold are left out. Earlier
 * orders are searched only with `seeksNew`.
 */
export const linesToEvaluate = async (
  db: Db | Tx,
  priced: PricedFor,
  { wanted, seeksNew, state }: { wanted: readonly WantedLine[]; seeksNew: boolean; state: string },
): Promise<ProductLine[]> => {
  const { businessId, day } = priced
  const facts = await factsOf(db, { ids: wanted.map(({ _id }) => _id), businessId, state, day })
  const prices = await pricesFor(db, priced, wanted)
  const byId = new Map(facts.map((one) => [one.productId, one]))
  const lines = wanted.flatMap(({ _id, quantity }, at) => {
    const known = byId.get(_id)
    const price = prices[at]?.price
    return known && price !== undefined ? [{ ...known, quantity, price, isNew: false }] : []
  })
  return markNew(db, lines, { businessId, seeksNew })
}

type Facts = Omit<ProductLine, 'quantity' | 'price' | 'isNew'>

const factsOf = prepareStatement(
  (_db, { ids, businessId, state, day }: PricedFor & { ids: string[]; state: string }) =>
    sql<Facts>`
      select product.id as "productId", product.name, product.cold_status <> '' as "isCold", "stateSchedule",
        product.dea_schedule <> '' or "stateSchedule" is not null as "isControlled"
      from product
      cross join lateral (select ${stateScheduleOf(sql`${state}::text`, sql`${day}::date`)} as "stateSchedule") by_state
      where product.id = any(${ids}::uuid[]) and product.is_published and product.deleted_at is null
        and ${isVisibleTo(sql`${businessId}::uuid`)}`,
)

const markNew = async (
  db: Db | Tx,
  lines: readonly ProductLine[],
  { businessId, seeksNew }: { businessId: string | null; seeksNew: boolean },
): Promise<ProductLine[]> => {
  if (!seeksNew) return [...lines]
  const bought = await boughtBefore(db, { ids: lines.map(({ productId }) => productId), businessId })
  const known = new Set(bought.map(({ productId }) => productId))
  return lines.map((line) => ({ ...line, isNew: !known.has(line.productId) }))
}

const boughtBefore = prepareStatement(
  (_db, { ids, businessId }: { ids: string[]; businessId: string | null }) =>
    sql<{ productId: string }>`
      select product_id as "productId" from business_product
      where business_id = ${businessId}::text and product_id = any(${ids}::text[])`,
)
