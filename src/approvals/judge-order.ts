import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { type JudgedLine, reasonsToAsk } from './judge-rules.ts'
import { judgedLines, rulesOf } from './read-rules.ts'

interface Wanted {
  caller: Pick<Caller, 'businessId' | 'buyingRole' | 'isAdmin' | 'isSalesRep'>
  day: string
  orderItems: readonly { _id: string; quantity: number }[]
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
export const judgeOrder = async (db: Db | Tx, { caller, day, orderItems }: Wanted): Promise<Judged | null> => {
  const { businessId, buyingRole, isAdmin, isSalesRep } = caller
  if (isAdmin || isSalesRep || buyingRole !== 'buyer' || businessId === null) return null
  const rules = await rulesOf(db, businessId)
  if (!rules) return null
  const lines = await judgedLines(db, { businessId, day }, { wanted: orderItems, seeksNew: rules.isForNew })
  const reasons = reasonsToAsk(rules, lines)
  return reasons.length > 0 ? { businessId, reasons, lines } : null
}
