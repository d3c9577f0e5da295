import * as z from 'zod/mini'
import { lines, Moment, requiredLines } from '#shared/wire.ts'

/** Why somebody asks, as people say it. */
export const questionReasons = {
  price: 'The price is wrong',
  quantity: 'The quantity is wrong',
  missing: 'It did not arrive',
  damaged: 'It arrived damaged',
  charge: 'A charge was not agreed',
  other: 'Something else',
} as const
export type QuestionReason = keyof typeof questionReasons

export const alreadySubmittedMessage = 'This question was already sent. The answer will appear here.'

const Reason = z.enum(['price', 'quantity', 'missing', 'damaged', 'charge', 'other'], 'Choose a reason.')

export const NewQuestion = z.object({
  reason: Reason,
  words: requiredLines(1_000, 'Your question'),
  /** The line that is meant; without one it is the whole invoice. */
  lineNo: z._default(z.nullable(z.int().check(z.gte(1), z.lte(100_000))), null),
})
export type NewQuestion = z.infer<typeof NewQuestion>

export const QuestionAnswer = z.object({ answer: z._default(lines(1_000, 'The answer'), '') })

export const InvoiceQuestion = z.object({
  _id: z.string(),
  invoiceID: z.string(),
  /** What the line is called; empty for the whole invoice. */
  line: z.string(),
  reason: Reason,
  words: z.string(),
  askedBy: z.string(),
  askedAt: Moment,
  answer: z.string(),
  settledAt: z.nullable(Moment),
})
export type InvoiceQuestion = z.infer<typeof InvoiceQuestion>

/** One of the list for staff. */
export const OpenQuestion = z.extend(InvoiceQuestion, {
  customer: z.string(),
  account: z.string(),
  /** What the invoice bills for a piece of the line; null for the whole invoice, or where the ERP does not tell it. */
  billed: z.nullable(z.number()),
  /** What was agreed for it when it was ordered, and by which contract; null where no order is known. */
  agreed: z.nullable(z.number()),
  agreedBy: z.string(),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

export const maxOpenQuestions = 200
