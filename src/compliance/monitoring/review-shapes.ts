import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'

/** The only words about a review that leave compliance. */
export const underReview = 'Under review.'

/** In place of a schedule. */
export const listOne = 'List I'

const ReportLine = z.object({
  ndc: z.string(),
  name: z.string(),
  schedule: z.string(),
  family: z.string(),
  strength: z.string(),
  quantity: z.number(),
  units: z.nullable(z.number()),
})

/** What a suspicious order report to DEA contains: who ordered what, when, and why it was reported. */
export const ReportFacts = z.object({
  orderId: z.string(),
  orderedAt: z.string(),
  discoveredAt: z.string(),
  reportedAt: z.string(),
  reportedBy: z.string(),
  registrantDea: z.string(),
  customer: z.string(),
  customerDea: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  lines: z.array(ReportLine),
  findings: z.array(z.string()),
  reason: z.string(),
})
export type ReportFacts = z.infer<typeof ReportFacts>

export const reportFormats = ['csv', 'json', 'pdf'] as const

const Outcome = z.enum(['dispelled', 'reported'])

export const ReviewRow = z.object({
  _id: z.string(),
  order: z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()), createdAt: Moment }),
  customer: z.string(),
  families: z.array(z.string()),
  flags: z.number(),
  openedAt: Moment,
  startedAt: z.nullable(Moment),
  outcome: z.nullable(Outcome),
  decidedAt: z.nullable(Moment),
  /** Nobody looked at it within the review clock. */
  isOverdue: z.boolean(),
})
export type ReviewRow = z.infer<typeof ReviewRow>

export const ReviewFlag = z.object({
  _id: z.string(),
  rule: z.string(),
  family: z.string(),
  finding: z.string(),
  evidence: z.string(),
  evidenceBy: z.string(),
  evidenceAt: z.nullable(Moment),
})
export type ReviewFlag = z.infer<typeof ReviewFlag>

const FamilyHistory = z.object({
  family: z.string(),
  /** Base units of the order, and sums of 1, 7 and 30 days with it. */
  ordered: z.number(),
  windows: z.array(z.object({ days: z.number(), units: z.number() })),
  /** The average month of shipments in the year before; 0 without any. */
  usual: z.number(),
  peers: z.nullable(z.object({ month: z.number(), customers: z.number() })),
  /** Shipped units by month back from the order, oldest first. */
  months: z.array(z.object({ from: z.string(), units: z.number() })),
})
export type FamilyHistory = z.infer<typeof FamilyHistory>

export const ReviewEntry = z.object({
  _id: z.string(),
  kind: z.enum(['note', 'customer', 'file', 'onboarding']),
  text: z.string(),
  by: z.string(),
  at: Moment,
})
export type ReviewEntry = z.infer<typeof ReviewEntry>

export const OrderReview = z.extend(ReviewRow, {
  ruleSet: z.nullable(z.number()),
  shipTo: z.string(),
  lines: z.array(ReportLine),
  flagList: z.array(ReviewFlag),
  history: z.array(FamilyHistory),
  /** Counted orders with these families in 24 months, by channel. */
  channels: z.object({ portal: z.number(), erp: z.number() }),
  /** Lines in 24 months whose product the portal does not know, so that they are not counted. */
  unknownLines: z.number(),
  entries: z.array(ReviewEntry),
  decision: z.string(),
  decidedBy: z.string(),
  __v: z.number(),
})
export type OrderReview = z.infer<typeof OrderReview>

export const LoggedFlag = z.object({
  _id: z.string(),
  order: z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) }),
  customer: z.string(),
  family: z.string(),
  rule: z.string(),
  finding: z.string(),
  at: Moment,
})
export type LoggedFlag = z.infer<typeof LoggedFlag>

export const StatisticsRow = z.object({
  businessId: z.string(),
  customer: z.string(),
  quarter: z.string(),
  reviewedAt: z.nullable(Moment),
  reviewedBy: z.string(),
  finding: z.string(),
})
export type StatisticsRow = z.infer<typeof StatisticsRow>
