import { checkCostCenter } from '#budgets/check-cost-center.ts'
import { costCenterWords } from '#budgets/cost-center-shapes.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { type EvaluatedLine, approvalReasons } from './evaluate-rules.ts'
import { linesToEvaluate, rulesOf } from './read-rules.ts'
import { noRules } from './rule-shapes.ts'

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
