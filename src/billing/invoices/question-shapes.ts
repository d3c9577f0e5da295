import * as z from 'zod/mini'
import { lines, Moment, requiredLines } from '#shared/wire.ts'

/** Reasons for a question, as labels. */
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
  /** The line in question; null for the whole invoice. */
  lineNo: z._default(z.nullable(z.int().check(z.gte(1), z.lte(100_000))), null),
})
export type NewQuestion = z.infer<typeof NewQuestion>

export const QuestionAnswer = z.object({ answer: z._default(lines(1_000, 'The answer'), '') })

export const InvoiceQuestion = z.object({
  _id: z.string(),
  invoiceID: z.string(),
  /** The name of the line; empty for the whole invoice. */
  line: z.string(),
  reason: Reason,
  words: z.string(),
  askedBy: z.string(),
  askedAt: Moment,
  answer: z.string(),
  settledAt: z.nullable(Moment),
})
export type InvoiceQuestion = z.infer<typeof InvoiceQuestion>

/** A row of the open questions for staff. */
export const OpenQuestion = z.extend(InvoiceQuestion, {
  customer: z.string(),
  account: z.string(),
  /** The billed unit price of the line; null for the whole invoice, or if the ERP does not report it. */
  billed: z.nullable(z.number()),
  /** The unit price when it was ordered and the contract it came from; null if there is no known order. */
  agreed: z.nullable(z.number()),
  agreedBy: z.string(),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

export const maxOpenQuestions = 200
