import * as z from 'zod/mini'
import { Id, lines, Moment, requiredLines, text } from '#shared/wire.ts'
import { IsoDate, Numbers } from '../recall-shapes.ts'

export const caseStates = ['open', 'cleared', 'illegitimate', 'ended'] as const

export const CaseFields = z
  .object({
    productId: Id,
    lots: Numbers('Lot'),
    serials: Numbers('Serial number'),
    stopsSales: z._default(z.boolean(), true),
    reason: requiredLines(2_000, 'Reason'),
    /** Buyers since this day may have received it. */
    soldSince: IsoDate,
    sample: z._default(text(300, 'Sample'), ''),
  })
  .check(
    z.refine(({ stopsSales, lots }) => stopsSales || lots.length > 0, {
      message: 'Sales go on only if the lots are known: enter the lots, or stop sales.',
      path: ['stopsSales'],
    }),
  )
export type CaseFields = z.infer<typeof CaseFields>

export const CaseOutcome = z.object({
  __v: z.int(),
  outcome: z.enum(['cleared', 'illegitimate'], 'Choose an outcome.'),
  conclusion: requiredLines(2_000, 'Conclusion'),
  sample: z._default(text(300, 'Sample'), ''),
})

export const CaseEnd = z.object({
  __v: z.int(),
  /** FDA’s number of the notification. */
  fdaReference: text(100, 'FDA number'),
  note: z._default(lines(1_000, 'Note'), ''),
})

const CaseProduct = z.object({
  _id: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  manufacturer: z.string(),
  deaSchedule: z.string(),
  coldStatus: z.string(),
})

export const CaseRow = z.object({
  _id: z.string(),
  product: CaseProduct,
  lots: z.array(z.string()),
  state: z.enum(caseStates),
  stopsSales: z.boolean(),
  openedAt: Moment,
  openedBy: z.string(),
  concludedAt: z.nullable(Moment),
})
export type CaseRow = z.infer<typeof CaseRow>

/** An order that the ERP already has, with the pieces that did not ship as far as the portal knows. */
export const SentOrder = z.object({
  _id: z.string(),
  orderIdSap: z.nullable(z.string()),
  customer: z.string(),
  quantity: z.number(),
  /** Of these, the pieces that the ERP confirms for later. */
  backordered: z.number(),
  createdAt: Moment,
})
export type SentOrder = z.infer<typeof SentOrder>

/** An open return with the product, which is not restocked while the case is open. */
export const StoppedReturn = z.object({
  _id: z.string(),
  name: z.string(),
  customer: z.string(),
  /** Empty if not known. */
  lot: z.string(),
  quantity: z.number(),
})
export type StoppedReturn = z.infer<typeof StoppedReturn>

export const CaseDetail = z.extend(CaseRow, {
  serials: z.array(z.string()),
  reason: z.string(),
  soldSince: z.string(),
  sample: z.string(),
  conclusion: z.string(),
  concludedBy: z.string(),
  fdaReference: z.string(),
  endedAt: z.nullable(Moment),
  /** Partners must have the notice by then: 24 hours after the conclusion. */
  noticeDue: z.nullable(Moment),
  notices: z.array(
    z.object({
      turn: z.enum(['illegitimate', 'ended']),
      recipients: z.number(),
      queued: z.number(),
      withoutEmail: z.number(),
      lastQueuedAt: z.nullable(Moment),
    }),
  ),
  /** Orders that wait in the portal because of this product. */
  ordersOnHold: z.number(),
  sentOrders: z.array(SentOrder),
  stoppedReturns: z.array(StoppedReturn),
  files: z.array(z.object({ _id: z.string(), name: z.string(), addedBy: z.string(), addedAt: Moment })),
  notes: z.array(z.object({ _id: z.string(), author: z.string(), text: z.string(), createdAt: Moment })),
  __v: z.number(),
})
export type CaseDetail = z.infer<typeof CaseDetail>
