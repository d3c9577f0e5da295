import * as z from 'zod/mini'
import { lines, Moment, text } from '#shared/wire.ts'
import { IsoDate } from '../recall-shapes.ts'

const lossKinds = ['not received', 'short', 'damaged'] as const

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

export const LossRow = z.object({
  _id: z.string(),
  productName: z.string(),
  kind: z.enum(lossKinds),
  quantity: z.number(),
  reportedAt: Moment,
  isClosed: z.boolean(),
  deaSchedule: z.string(),
  coldStatus: z.string(),
  customer: z.string(),
  reportedBy: z.string(),
  orderId: z.nullable(z.string()),
  orderIdSap: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  note: z.string(),
  /** Days by which DEA must be notified and Form 106 filed. */
  deaDue: z.string(),
  formDue: z.string(),
  deaNotifiedOn: z.nullable(z.string()),
  formFiledOn: z.nullable(z.string()),
  formNumber: z.string(),
  conclusion: z.string(),
  __v: z.number(),
})
export type LossRow = z.infer<typeof LossRow>
