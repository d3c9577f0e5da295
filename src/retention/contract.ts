import * as z from 'zod/mini'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, Moment, requiredLines, requiredText } from '#shared/wire.ts'
import { PageNumber } from '#shared/page-number.ts'

const KindRow = z.object({
  name: z.string(),
  law: z.string(),
  since: z.string(),
  years: z.number(),
  oldest: z.nullable(Moment),
  /** Records whose period is over, up to 1,000; null for records that are never deleted. */
  due: z.nullable(z.number()),
})
export type KindRow = z.infer<typeof KindRow>

/** The server counts no further. */
export const mostDue = 1_000

const LegalHold = z.object({
  _id: z.string(),
  subject: z.enum(['customer', 'product', 'lot']),
  /** The name of the customer or product, or the lot number. */
  name: z.string(),
  /** The account number or NDC. */
  number: z.string(),
  reference: z.string(),
  reason: z.string(),
  setAt: Moment,
  setBy: z.string(),
  releasedAt: z.nullable(Moment),
  releasedBy: z.string(),
  releaseReason: z.string(),
})
export type LegalHold = z.infer<typeof LegalHold>

export const holdsPerPage = 50

export const NewHold = z
  .object({
    /** Any user of the customer’s business. */
    forUser: z.optional(Id),
    productId: z.optional(Id),
    lot: z.optional(requiredText(50, 'Lot number')),
    reference: requiredText(120, 'Reference'),
    reason: requiredLines(1_000, 'The reason'),
  })
  .check(
    z.refine(
      ({ forUser, productId, lot }) => [forUser, productId, lot].filter((one) => one !== undefined).length === 1,
      'Choose a customer, a product or a lot.',
    ),
  )

const byAdmin = { access: 'admin', isConfirmed: true } as const

export const retention = {
  kinds: get('/api/retention', {
    access: 'admin',
    summary: 'Kinds of records with their retention periods, the oldest record, and how many are due to be deleted',
    reply: z.object({ kinds: z.array(KindRow), isPurging: z.boolean() }),
  }),
  holds: get('/api/legal-holds', {
    access: 'admin',
    summary: 'Legal holds, newest first; with released=true also those that were released',
    query: z.object({
      page: PageNumber,
      released: z._default(z.stringbool(), false),
    }),
    reply: z.object({ holds: z.array(LegalHold), count: z.number() }),
  }),
  setHold: post('/api/legal-holds', {
    ...byAdmin,
    summary: 'Set a legal hold on a customer, a product or a lot: the purge keeps their records',
    body: NewHold,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  releaseHold: put('/api/legal-holds/:id/release', {
    ...byAdmin,
    summary: 'Release a legal hold, with the reason',
    params: IdParams,
    body: z.object({ reason: requiredLines(1_000, 'The reason') }),
    reply: Message,
    done: 'Legal hold released',
  }),
}
