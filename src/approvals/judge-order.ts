import { judgeCostCenter } from '#budgets/judge-cost-center.ts'
import { costCenterWords } from '#budgets/cost-center-shapes.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { type JudgedLine, reasonsToAsk } from './judge-rules.ts'
import { judgedLines, rulesOf } from './read-rules.ts'
import { noRules } from './rule-shapes.ts'

interface Wanted {
  caller: Pick<Caller, 'businessId' | 'buyingRole' | 'isAdmin' | 'isSalesRep'>
  day: string
  orderItems: readonly { _id: string; quantity: number }[]
  costCenterId: string | undefined
}

interface Judged {
  businessId: string
  reasons: string[]
  lines: (JudgedLine & { productId: string })[]
}

/**
 * Why this order of somebody's own needs approval; null where it needs none. The rules are for buyers: who may approve needs
 * nobody's word, and the staff order at the wish of the business.
 */
export const judgeOrder = async (
  db: Db | Tx,
  { caller, day, orderItems, costCenterId }: Wanted,
): Promise<Judged | null> => {
  const { businessId, buyingRole, isAdmin, isSalesRep } = caller
  if (isAdmin || isSalesRep || buyingRole !== 'buyer' || businessId === null) return null
  const rules = await rulesOf(db, businessId)
  // Whether one has to be chosen at all is for the placement to say.
  const center = await judgeCostCenter(db, { businessId, costCenterId, isSettled: true })
  if (!rules && !center?.needsApproval) return null
  const lines = await judgedLines(db, { businessId, day }, { wanted: orderItems, seeksNew: rules?.isForNew === true })
  const reasons = [
    ...reasonsToAsk(rules ?? noRules, lines),
    ...(center?.needsApproval ? [`Cost center: ${costCenterWords(center)}.`] : []),
  ]
  return reasons.length > 0 ? { businessId, reasons, lines } : null
}
