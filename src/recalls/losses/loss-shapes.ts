import * as z from 'zod/mini'
import { lines, Moment, text } from '#shared/wire.ts'
import { IsoDate } from '../recall-shapes.ts'

export const lossKinds = ['not received', 'short', 'damaged'] as const

export const NewLoss = z.object({
  /** The position of the line in the order, from 1. */
  line: z.int('Choose a line.').check(z.gte(1, 'Choose a line.'), z.lte(100_000, 'Choose a line.')),
  kind: z.enum(lossKinds, 'Choose what happened.'),
  quantity: z
    .int('The quantity must be a whole number.')
    .check(z.gte(1, 'The quantity must be at least 1.'), z.lte(1_000_000, 'The quantity is too large.')),
  note: z._default(lines(1_000, 'Note'), ''),
})
export type NewLoss = z.infer<typeof NewLoss>

const DateOrNone = z._default(z.nullable(IsoDate), null)

export const LossFollowUp = z.object({
  __v: z.int(),
  deaNotifiedOn: DateOrNone,
  formFiledOn: DateOrNone,
  formNumber: z._default(text(50, 'Form number'), ''),
  conclusion: z._default(lines(2_000, 'Conclusion'), ''),
  isClosed: z._default(z.boolean(), false),
})
export type LossFollowUp = z.infer<typeof LossFollowUp>

/** A report as its order shows it, to the customer too. */
export const OwnLoss = z.object({
  _id: z.string(),
  productName: z.string(),
  kind: z.enum(lossKinds),
  quantity: z.number(),
  reportedAt: Moment,
  isClosed: z.boolean(),
})
export type OwnLoss = z.infer<typeof OwnLoss>

export const LossRow = z.extend(OwnLoss, {
  deaSchedule: z.string(),
  customer: z.string(),
  reportedBy: z.string(),
  orderId: z.nullable(z.string()),
  orderIdSap: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  note: z.string(),
  isControlled: z.boolean(),
  /** Days by which DEA must be notified and Form 106 filed; null unless controlled. */
  deaDue: z.nullable(z.string()),
  formDue: z.nullable(z.string()),
  deaNotifiedOn: z.nullable(z.string()),
  formFiledOn: z.nullable(z.string()),
  formNumber: z.string(),
  conclusion: z.string(),
  __v: z.number(),
})
export type LossRow = z.infer<typeof LossRow>
