import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { stateScheduleWords } from '#catalog/line-words.ts'
import { type MonitoredOrder, shippedInMonth, usualMonth, windowSum } from './evaluate-rules.ts'
import { type Clock, reviewById } from './list-reviews.ts'
import { readHistory } from './read-history.ts'
import {
  type FamilyHistory,
  listOne,
  type ReportFacts,
  type OrderReview,
  type ReviewEntry,
  type ReviewFlag,
} from './review-shapes.ts'

const shownMonths = 13

/** A review with the history as it was when the order was placed. */
export const readReview = async (db: Db, clock: Clock, id: string): Promise<z.input<typeof OrderReview>> => {
  const row = await reviewById(db, clock, id)
  if (!row) throw notFound('Review')
  const review = await db
    .selectFrom('order_review')
    .innerJoin('sales_order', 'sales_order.id', 'order_review.order_id')
    .leftJoin('monitoring_rule_set', 'monitoring_rule_set.id', 'order_review.rule_set_id')
    .leftJoin('user_account', 'user_account.id', 'order_review.decided_by')
    .select(['order_review.business_id', 'order_review.order_id', 'order_review.version', 'decision', 'number'])
    .select(['ship_full_name', 'ship_address', 'ship_city', 'ship_region', 'ship_postal_code', 'ship_to_id'])
    .select(['sales_order.created_at', 'user_account.name', 'user_account.last_name'])
    .where('order_review.id', '=', id)
    .executeTakeFirstOrThrow()
  const { business_id: businessId, order_id: orderId } = review
  const lines = await reviewedLines(db, orderId)
  const history = await readHistory(db, { businessId, families: row.families, orderId })
  const order: MonitoredOrder = {
    ...history,
    lines: lines.map(({ family, units, strength }) => ({ family, units, strength, amount: 0 })),
    shipTo: review.ship_to_id ?? '',
    total: 0,
  }
  return {
    ...row,
    ruleSet: review.number,
    shipTo: [
      review.ship_full_name,
      review.ship_address,
      `${review.ship_city} ${review.ship_region} ${review.ship_postal_code}`.trim(),
    ]
      .filter(Boolean)
      .join(', '),
    lines,
    flagList: await flagsOf(db, id),
    history: row.families.map((family) => historyOf(family, order, review.created_at)),
    ...(await countChannels(db, { businessId, families: row.families, at: review.created_at })),
    entries: await entriesOf(db, id),
    decision: review.decision,
    decidedBy: `${review.name ?? ''} ${review.last_name ?? ''}`.trim(),
    __v: review.version,
  }
}

type LedgerLine = ReportFacts['lines'][number] & { amount: number }

/** The controlled lines of an order, with the facts of its placement. */
export const reviewedLines = async (db: Db | Tx, orderId: string): Promise<LedgerLine[]> => {
  const { rows } = await sql<LedgerLine>`
    select line.slug as ndc, line.name, ledger.drug_family as family,
      coalesce(nullif(line.dea_schedule, ''), line.state_schedule,
        case when line.is_list_one then ${listOne} end, '') as schedule,
      ledger.strength, line.quantity - line.cancelled_quantity as quantity, ledger.units::float8 as units, ledger.amount::float8 as amount
    from controlled_line ledger join order_line line using (order_id, line_no)
    where order_id = ${orderId}::uuid order by line_no`.execute(db)
  return rows.map((line) => ({ ...line, schedule: stateScheduleWords(line.schedule) }))
}

const historyOf = (family: string, order: MonitoredOrder, placedAt: Date): FamilyHistory => {
  const peer = order.peers.find((one) => one.family === family)
  return {
    family,
    ordered: order.lines.reduce((sum, line) => sum + (line.family === family ? (line.units ?? 0) : 0), 0),
    windows: [1, 7, 30].map((days) => ({ days, units: windowSum(order, family, days) })),
    usual: usualMonth(order, family, 1, 13),
    peers: peer ? { month: peer.month, customers: peer.customers } : null,
    months: Array.from({ length: shownMonths }, (_, at) => {
      const month = shownMonths - 1 - at
      const from = new Date(placedAt.getTime() - (month + 1) * 30 * 86_400_000)
      return { from: from.toISOString(), units: shippedInMonth(order, family, month) }
    }),
  }
}

const flagsOf = async (db: Db, id: string): Promise<z.input<typeof ReviewFlag>[]> => {
  const rows = await db
    .selectFrom('review_flag')
    .leftJoin('user_account', 'user_account.id', 'evidence_by')
    .select(['review_flag.id', 'rule', 'drug_family', 'finding', 'evidence', 'evidence_at', 'name', 'last_name'])
    .where('review_id', '=', id)
    .orderBy('review_flag.id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    rule: row.rule,
    family: row.drug_family,
    finding: row.finding,
    evidence: row.evidence,
    evidenceBy: `${row.name ?? ''} ${row.last_name ?? ''}`.trim(),
    evidenceAt: row.evidence_at,
  }))
}

const entriesOf = async (db: Db, id: string): Promise<z.input<typeof ReviewEntry>[]> => {
  const rows = await db
    .selectFrom('review_entry')
    .innerJoin('user_account', 'user_account.id', 'written_by')
    .select(['review_entry.id', 'kind', 'text', 'written_at', 'name', 'last_name'])
    .where('review_id', '=', id)
    .orderBy('written_at')
    .orderBy('review_entry.id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    text: row.text,
    by: `${row.name} ${row.last_name}`.trim(),
    at: row.written_at,
  }))
}

interface Counting {
  businessId: string
  families: readonly string[]
  at: Date
}

/** How many orders of each channel count, and how many lines cannot, because their product is not known. */
const countChannels = async (
  db: Db,
  { businessId, families, at }: Counting,
): Promise<Pick<z.input<typeof OrderReview>, 'channels' | 'unknownLines'>> => {
  const { rows } = await sql<{ portal: number; erp: number; unknown: number }>`
    select
      (count(distinct order_id) filter (where channel = 'portal'))::int as portal,
      (count(distinct order_id) filter (where channel = 'erp'))::int as erp,
      (select count(*)::int from sales_order join order_line on order_id = sales_order.id
        where business_id = ${businessId}::uuid and created_at > ${at}::timestamptz - interval '720 days'
          and created_at <= ${at} and product_id is null) as unknown
    from controlled_line
    where business_id = ${businessId}::uuid and ordered_at > ${at}::timestamptz - interval '720 days' and ordered_at < ${at}
      and drug_family = any(${[...families]}::text[]) and state in ('open', 'shipped')`.execute(db)
  const { portal = 0, erp = 0, unknown = 0 } = rows[0] ?? {}
  return { channels: { portal, erp }, unknownLines: unknown }
}
