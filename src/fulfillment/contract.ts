import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { IdParams, Message, Moment } from '#shared/wire.ts'
import { AskedSubstitute, SubstituteAnswer } from './substitute-shapes.ts'

/** A backordered line of an open order. */
export const Backorder = z.object({
  orderId: z.string(),
  orderIdSap: z.nullable(z.string()),
  purchaseOrder: z.string(),
  orderedAt: Moment,
  name: z.string(),
  /** The NDC or item number. */
  slug: z.string(),
  coldStatus: z.string(),
  deaSchedule: z.string(),
  ordered: z.number(),
  backordered: z.number(),
  /** A calendar day; null if the ERP names none. */
  expectedOn: z.nullable(z.string()),
})
export type Backorder = z.infer<typeof Backorder>

export const fulfillment = {
  backorders: get('/api/backorders', {
    access: 'signedIn',
    summary: 'The backordered lines of the caller’s open orders, the soonest expected first; at most 100',
    reply: z.array(Backorder),
  }),
  substitutes: get('/api/orders/:id/substitutes', {
    access: 'signedIn',
    summary: 'The substitutes of an order that need the buyer’s yes, with the answers',
    params: IdParams,
    reply: z.array(AskedSubstitute),
  }),
  answerSubstitute: post('/api/substitutes/:id/answer', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Accept or decline a substitute, for its customer, sales rep and admins; once',
    params: IdParams,
    body: z.object({ answer: SubstituteAnswer }),
    reply: z.extend(Message, { answer: SubstituteAnswer }),
  }),
}
