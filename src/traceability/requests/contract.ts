import * as z from 'zod/mini'
import { get, post } from '#shared/endpoint.ts'
import { IdParams, lines, Message, Moment, requiredLines, requiredText, text } from '#shared/wire.ts'
import { PageNumber } from '#shared/page-number.ts'

export const requestKinds = ['recall', 'investigation'] as const

const arrivalMessage = 'Enter when the request arrived: not in the future, and within the last 90 days.'
const dayMilliseconds = 86_400_000

/** An official request for trace data. */
export const RequestFields = z
  .object({
    kind: z.enum(requestKinds),
    requester: requiredText(200, 'The requester'),
    contact: z._default(text(300, 'The contact'), ''),
    /** Now if omitted or empty. */
    arrivedAt: z.optional(z.union([z.literal(''), z.iso.datetime({ offset: true, error: arrivalMessage })])),
    product: z._default(text(60, 'The product'), ''),
    lot: z._default(text(60, 'The lot'), ''),
    serial: z._default(text(60, 'The serial number'), ''),
    note: z._default(lines(2_000, 'The note'), ''),
  })
  .check(
    z.refine(({ product, lot, serial }) => product !== '' || lot !== '' || serial !== '', {
      path: ['product'],
      error: 'Enter a product, a lot or a serial number.',
    }),
    z.refine(
      ({ arrivedAt }) => {
        if (!arrivedAt) return true
        const age = Date.now() - Date.parse(arrivedAt)
        return age > -300_000 && age < 90 * dayMilliseconds
      },
      { path: ['arrivedAt'], error: arrivalMessage },
    ),
  )

export const TraceRequestRow = z.object({
  _id: z.string(),
  kind: z.enum(requestKinds),
  requester: z.string(),
  product: z.string(),
  lot: z.string(),
  serial: z.string(),
  arrivedAt: Moment,
  /** 24 hours after arrival, weekends included (FD&C 582(m)). */
  dueAt: Moment,
  answeredAt: z.nullable(Moment),
})
export type TraceRequestRow = z.infer<typeof TraceRequestRow>

export const RequestDetail = z.extend(TraceRequestRow, {
  contact: z.string(),
  note: z.string(),
  recordedBy: z.string(),
  answeredBy: z.string(),
  answer: z.string(),
  onDuty: z.string(),
  /** Stored shipments with the product, lot or serial; those shown here are the latest. */
  found: z.number(),
  shipments: z.array(
    z.object({
      _id: z.string(),
      documentId: z.string(),
      direction: z.enum(['inbound', 'outbound', 'unclear']),
      shippedAt: Moment,
      seller: z.string(),
      buyer: z.string(),
      customer: z.string(),
      packages: z.number(),
    }),
  ),
})
export type RequestDetail = z.infer<typeof RequestDetail>

export const requests = {
  list: get('/api/trace/requests', {
    access: 'admin',
    summary: 'Official requests: the open ones by due time, or with answered=true the answered ones, newest first',
    query: z.object({ page: PageNumber, answered: z._default(z.stringbool(), false) }),
    reply: z.object({
      rows: z.array(TraceRequestRow),
      hasMore: z.boolean(),
      /** The address on duty; empty if none is set. */
      onDuty: z.string(),
    }),
  }),
  record: post('/api/trace/requests', {
    access: 'admin',
    summary: 'Record an official request for trace data; emails the address on duty',
    body: RequestFields,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  byId: get('/api/trace/requests/:id', {
    access: 'admin',
    summary: 'An official request with the stored shipments that it asks for',
    params: IdParams,
    reply: RequestDetail,
  }),
  file: get('/api/trace/requests/:id/answer', {
    access: 'admin',
    summary: 'The answer to a request as CSV, composed from the stored documents',
    params: IdParams,
    reply: z.unknown(),
  }),
  close: post('/api/trace/requests/:id/answer', {
    access: 'admin',
    summary: 'Record that a request was answered, how and to whom',
    params: IdParams,
    body: z.object({ answer: requiredLines(1_000, 'How it was answered') }),
    reply: Message,
    done: 'The request is answered.',
  }),
}
