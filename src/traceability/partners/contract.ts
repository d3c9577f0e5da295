import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, Message, Moment, text } from '#shared/wire.ts'
import { PageNumber } from '#shared/page-number.ts'

export const ways = ['none', 'portal', 'push'] as const
export const guidelines = ['R1.2', 'R1.3'] as const

const Day = z.pipe(
  z.nullable(z.union([z.literal(''), plausibleDay('Enter the date of the agreement, such as 11/20/2026.')])),
  z.transform((day: string | null) => day || null),
)

/** How a customer gets transaction data. */
export const PartnerFields = z
  .object({
    way: z.enum(ways),
    guideline: z.enum(guidelines),
    url: text(500, 'The address'),
    headerName: z
      .string()
      .check(z.trim(), z.regex(/^[A-Za-z\d-]{1,60}$/, 'A header name has letters, digits and dashes.')),
    /** Omitted to leave the stored one as it is. */
    headerValue: z.optional(z.string().check(z.maxLength(2_000, 'The secret can have at most 2,000 characters.'))),
    agreedOn: Day,
  })
  .check(
    z.refine(({ way, url }) => way !== 'push' || /^https?:$/.test(URL.parse(url)?.protocol ?? ''), {
      path: ['url'],
      error: 'Enter an address that begins with https://.',
    }),
    z.refine(({ headerValue = '' }) => /^[\x20-\x7E]*$/.test(headerValue), {
      path: ['headerValue'],
      error: 'The secret can have letters, digits and signs of a keyboard only.',
    }),
    z.refine(({ way, agreedOn }) => way !== 'portal' || agreedOn !== null, {
      path: ['agreedOn'],
      error: 'Enter the date of the agreement.',
    }),
  )

export const Partner = z.object({
  way: z.enum(ways),
  guideline: z.enum(guidelines),
  url: z.string(),
  headerName: z.string(),
  hasSecret: z.boolean(),
  agreedOn: z.nullable(z.string()),
  /** The name of the agreement's file; empty if there is none. */
  agreement: z.string(),
  __v: z.number(),
})
export type Partner = z.infer<typeof Partner>

export const PushRow = z.object({
  _id: z.string(),
  customer: z.string(),
  documentId: z.string(),
  references: z.array(z.object({ kind: z.string(), number: z.string() })),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  lastError: z.string(),
  queuedAt: Moment,
  sentAt: z.nullable(Moment),
})
export type PushRow = z.infer<typeof PushRow>
const byAdmin = { access: 'admin', isConfirmed: true } as const

export const partners = {
  byCustomer: get('/api/trace/partners/:id', {
    access: 'admin',
    summary: 'How a customer’s business gets transaction data',
    params: IdParams,
    reply: Partner,
  }),
  save: put('/api/trace/partners/:id', {
    ...byAdmin,
    summary: 'Change how a customer’s business gets transaction data',
    params: IdParams,
    body: z.object({ __v: z.int(), partner: PartnerFields }),
    reply: Message,
    done: 'Saved',
  }),
  storeAgreement: post('/api/trace/partners/:id/agreement', {
    ...byAdmin,
    limits: [{ name: 'trace', per: 'caller', most: 600, seconds: 3_600 }],
    summary: 'Store the signed agreement with a customer (multipart, field file: PDF)',
    params: z.object({ id: Id }),
    reply: Message,
    done: 'Agreement stored',
  }),
  agreement: get('/api/trace/partners/:id/agreement', {
    access: 'admin',
    summary: 'The signed agreement with a customer',
    params: IdParams,
    reply: z.unknown(),
  }),
  pushes: get('/api/trace/pushes', {
    access: 'admin',
    summary: 'Shipments sent to partners, newest first; with failed=true only those that need a person',
    query: z.object({ page: PageNumber, failed: z._default(z.stringbool(), false) }),
    reply: z.object({ rows: z.array(PushRow), hasMore: z.boolean() }),
  }),
  retry: post('/api/trace/pushes/:id/retry', {
    access: 'admin',
    summary: 'Send a shipment again whose sending failed',
    params: IdParams,
    reply: Message,
    done: 'It is sent again.',
  }),
}
