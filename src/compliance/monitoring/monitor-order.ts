import type { Tx } from '#platform/db/tables.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { LineFinding } from '../check-supply.ts'
import { complianceReaders } from '../licenses/announce-expiry.ts'
import { countBegunSchedules } from '../schedules/count-begun.ts'
import { reviewOpenedEmail } from './compose-emails.ts'
import { evaluateRules, type Flag, type OrderedLine } from './evaluate-rules.ts'
import { lockOwner, readHistory } from './read-history.ts'
import { underReview } from './review-shapes.ts'

interface PlacedLine extends OrderedLine {
  productId: string
  name: string
  isControlled: boolean
  isByState: boolean
}

interface Placement {
  businessId: string | null
  day: string
  shipToId: string | null
  lines: readonly PlacedLine[]
}

export interface Monitoring {
  flags: readonly Flag[]
  families: readonly string[]
  ruleSetId: string | null
  /** A hold of kind review for each line that waits. */
  findings: LineFinding[]
}

export const notMonitored: Monitoring = { flags: [], families: [], ruleSetId: null, findings: [] }

/** Evaluates an order within its placement; orders without controlled lines cost nothing. */
export const monitorOrder = async (tx: Tx, { businessId, day, shipToId, lines }: Placement): Promise<Monitoring> => {
  const controlled = lines.filter(({ isControlled }) => isControlled)
  if (businessId === null || controlled.length === 0) return notMonitored
  const families = [...new Set(controlled.map(({ family }) => family))]
  await lockOwner(tx, businessId)
  // A schedule that began at midnight counts its earlier lines before its first order.
  if (controlled.some(({ isByState }) => isByState)) await countBegunSchedules(tx, day)
  const { ruleSet, ...history } = await readHistory(tx, { businessId, families })
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const order = { ...history, lines: controlled, shipTo: shipToId ?? '', total }
  const flags = evaluateRules(ruleSet?.rules ?? null, order)
  const isHeld = flags.some(({ mode }) => mode === 'hold')
  const waiting = ruleSet?.holdsWholeOrder ? lines : controlled
  return {
    flags,
    families,
    ruleSetId: ruleSet?.id ?? null,
    findings: isHeld
      ? waiting.map(({ productId, name }) => ({
          kind: 'review',
          reason: underReview,
          isRefused: false,
          productId,
          name,
        }))
      : [],
  }
}

interface Flagged {
  orderId: string
  businessId: string | null
  monitoring: Monitoring
}

/** Opens the review of an order on hold and returns its id, or only logs; in the transaction that recorded the order. */
export const recordFlags = async (tx: Tx, { orderId, businessId, monitoring }: Flagged): Promise<string | null> => {
  const { flags, families, ruleSetId, findings } = monitoring
  if (flags.length === 0 || businessId === null) return null
  const reviewId = findings.length > 0 ? newId() : null
  if (reviewId !== null) {
    await tx
      .insertInto('order_review')
      .values({
        id: reviewId,
        order_id: orderId,
        business_id: businessId,
        families: families.filter(Boolean),
        rule_set_id: ruleSetId,
      })
      .execute()
  }
  await tx
    .insertInto('review_flag')
    .values(
      flags.map(({ rule, family, finding, facts, mode }) => ({
        id: newId(),
        order_id: orderId,
        review_id: mode === 'hold' ? reviewId : null,
        rule,
        drug_family: family,
        finding,
        facts: JSON.stringify(facts),
      })),
    )
    .execute()
  return reviewId
}

/** Emails compliance that a review opened. */
export const announceReview = async (
  tx: Tx,
  config: Config,
  { reviewId, businessId }: { reviewId: string | null; businessId: string | null },
): Promise<void> => {
  if (reviewId === null || businessId === null) return

  const { name } = await tx.selectFrom('business').select('name').where('id', '=', businessId).executeTakeFirstOrThrow()
  const opened = { reviewId, customer: name, publicUrl: config.PUBLIC_URL }
  for (const reader of await complianceReaders(tx, config)) await queueMail(tx, reviewOpenedEmail(reader, opened))
}
