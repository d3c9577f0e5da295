import { sql } from 'kysely'
import { act, type ActedBy, type RecordEntry, refuseStale } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { monitoring } from './contract.ts'
import { reviewedLines } from './read-review.ts'
import type { ReportFacts } from './review-shapes.ts'

/** Ends the hold of a dispelled order; orders are in a room above. */
export type OnDispelled = (tx: Tx, orderId: string, by: ActedBy) => Promise<void>

/** Answers what the customer asked of a reported order, which stays as it was placed. */
export type OnReported = OnDispelled

export interface ReviewPorts {
  onDispelled: OnDispelled
  onReported: OnReported
}

interface Reviewing {
  tx: Tx
  actor: Caller
  review: Row<'order_review'>
  record: RecordEntry
}

type ReviewCall = Pick<CallOf<typeof monitoring.start>, 'params' | 'user' | 'request'>

/** Locks an undecided review; the first act on it is the first look. */
export const reviewing = (
  db: Db,
  call: ReviewCall,
  work: (reviewing: Reviewing) => Promise<void>,
  opened?: number,
): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const review = await tx
      .selectFrom('order_review')
      .selectAll()
      .where('id', '=', call.params.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Review'))
    if (review.outcome !== null) throw new Refusal(409, 'This review is decided already.')
    refuseStale('This review', { opened, version: review.version })
    await tx
      .updateTable('order_review')
      .set({
        version: sql<number>`version + 1`,
        started_by: review.started_by ?? actor._id,
        started_at: review.started_at ?? new Date(),
      })
      .where('id', '=', review.id)
      .execute()
    if (review.started_at === null) await record('review started', ['order review', review.id])
    await work({ tx, actor, review, record })
  })

export const answerFlag = (db: Db, call: CallOf<typeof monitoring.answer>): Promise<void> =>
  reviewing(
    db,
    call,
    async ({ tx, actor, review, record }) => {
      const { evidence } = call.body
      await tx
        .updateTable('review_flag')
        .set({ evidence, evidence_by: actor._id, evidence_at: new Date() })
        .where('id', '=', call.params.flag)
        .where('review_id', '=', review.id)
        .returning('id')
        .executeTakeFirstOrThrow(() => notFound('Flag'))
      await record('review evidence saved', ['order review', review.id], {
        after: { flag: call.params.flag, evidence },
      })
    },
    call.body.__v,
  )

/** Releases the order: every flag is answered with evidence that someone else wrote (Masters v. DEA). */
export const dispelReview = (db: Db, onDispelled: OnDispelled, call: CallOf<typeof monitoring.dispel>): Promise<void> =>
  reviewing(
    db,
    call,
    async ({ tx, actor, review, record }) => {
      await refuseUnanswered(tx, actor, review)
      await refuseBeforeEarlier(tx, review)
      await decide(tx, { actor, review, values: { outcome: 'dispelled', decision: call.body.decision } })
      await record('review dispelled', ['order review', review.id], {
        after: { order: review.order_id, decision: call.body.decision },
      })
      await onDispelled(tx, review.order_id, call)
    },
    call.body.__v,
  )

const refuseUnanswered = async (tx: Tx, actor: Caller, review: Row<'order_review'>): Promise<void> => {
  const flags = await tx
    .selectFrom('review_flag')
    .select(['evidence', 'evidence_by'])
    .where('review_id', '=', review.id)
    .execute()
  if (flags.some(({ evidence }) => evidence === '')) throw new Refusal(409, 'Answer every flag with evidence first.')
  if (flags.some(({ evidence_by }) => evidence_by === actor._id))
    throw new Refusal(409, 'You wrote evidence of this review. Someone else must release the order.')
}

const refuseBeforeEarlier = async (tx: Tx, { id, business_id, opened_at, families }: Row<'order_review'>) => {
  const earlier = await tx
    .selectFrom('order_review')
    .select('id')
    .where('business_id', '=', business_id)
    .where('outcome', 'is', null)
    .where('id', '<>', id)
    .where('opened_at', '<', opened_at)
    .where(sql<boolean>`families && ${families}::text[]`)
    .executeTakeFirst()
  if (earlier) throw new Refusal(409, 'An earlier order of this family is still under review. Decide that one first.')
}

/** The order stays on hold forever; it is never trimmed, shipped or deleted. */
export const reportReview = (db: Db, onReported: OnReported, call: CallOf<typeof monitoring.report>): Promise<void> =>
  reviewing(
    db,
    call,
    async ({ tx, actor, review, record }) => {
      const { decision } = call.body
      const report = await composeFacts(tx, { actor, review, reason: decision })
      const values = { outcome: 'reported' as const, decision, report: JSON.stringify(report) }
      await decide(tx, { actor, review, values })
      await record('order reported', ['order review', review.id], { after: { order: review.order_id, decision } })
      await onReported(tx, review.order_id, call)
    },
    call.body.__v,
  )

interface Decision {
  actor: Caller
  review: Row<'order_review'>
  values: { outcome: 'dispelled' | 'reported'; decision: string; report?: string }
}

const decide = async (tx: Tx, { actor, review, values }: Decision): Promise<void> => {
  await tx
    .updateTable('order_review')
    .set({ ...values, decided_by: actor._id, decided_at: new Date() })
    .where('id', '=', review.id)
    .execute()
}

interface Reporting {
  actor: Caller
  review: Row<'order_review'>
  reason: string
}

/** The facts of the report are copied, because records change later. */
const composeFacts = async (tx: Tx, { actor, review, reason }: Reporting): Promise<ReportFacts> => {
  const { rows } = await sql<
    Omit<ReportFacts, 'lines' | 'findings' | 'discoveredAt' | 'reportedAt' | 'reportedBy' | 'reason'>
  >`
    select sales_order.id as "orderId", to_json(sales_order.created_at) #>> '{}' as "orderedAt", business.name as customer,
      ship_address as address, ship_city as city, ship_region as state, ship_postal_code as zip,
      coalesce((select number from license where kind = 'dea' and removed_at is null and business_id = business.id
        and ship_to_id is not distinct from sales_order.ship_to_id order by id desc limit 1), '') as "customerDea",
      coalesce((select number from license where kind = 'dea' and removed_at is null and business_id is null
        order by id limit 1), '') as "registrantDea"
    from sales_order join business on business.id = sales_order.business_id
    where sales_order.id = ${review.order_id}::uuid`.execute(tx)
  const [order] = rows
  if (!order) throw notFound('Order')
  const flags = await tx
    .selectFrom('review_flag')
    .select('finding')
    .where('review_id', '=', review.id)
    .orderBy('id')
    .execute()
  return {
    ...order,
    lines: (await reviewedLines(tx, review.order_id)).map(({ amount: _, ...line }) => line),
    findings: flags.map(({ finding }) => finding),
    discoveredAt: review.opened_at.toISOString(),
    reportedAt: new Date().toISOString(),
    reportedBy: `${actor.name} ${actor.lastName}`.trim(),
    reason,
  }
}
