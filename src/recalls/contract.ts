import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, Moment, requiredLines, text } from '#shared/wire.ts'
import { callResults, RecallFields, RecalledProduct, RecallReply, ReplyFields } from './recall-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'
const Status = z.enum(['draft', 'sent', 'closed'])

const RecallHead = z.object({
  _id: z.string(),
  firm: z.string(),
  firmReference: z.string(),
  class: RecallFields.def.shape.class,
  status: Status,
  replyBy: z.string(),
  sentAt: z.nullable(Moment),
  closedAt: z.nullable(Moment),
})

export const RecallRow = z.extend(RecallHead, {
  /** The name of the first product. */
  product: z.string(),
  productCount: z.number(),
  recipients: z.number(),
  replied: z.number(),
})
export type RecallRow = z.infer<typeof RecallRow>

const ProductTotals = z.object({
  productId: z.string(),
  bought: z.number(),
  onHand: z.number(),
  returned: z.number(),
  passedOn: z.number(),
})

export const RecallDetail = z.extend(RecallHead, {
  depth: RecallFields.def.shape.depth,
  level: RecallFields.def.shape.level,
  levelPercent: z.nullable(z.number()),
  reason: z.string(),
  instructions: z.string(),
  soldSince: z.string(),
  stopsSales: z.boolean(),
  products: z.array(RecalledProduct),
  recipients: z.number(),
  /** Recipients whose emails are queued or sent. */
  queued: z.number(),
  withoutEmail: z.number(),
  replied: z.number(),
  called: z.number(),
  /** Recipients to check by the effectiveness level. */
  toCheck: z.number(),
  /** Recipients who replied or were called. */
  checked: z.number(),
  totals: z.array(ProductTotals),
  conclusion: z.string(),
  __v: z.number(),
})
export type RecallDetail = z.infer<typeof RecallDetail>

const Purchased = z.array(z.object({ productId: z.string(), pieces: z.number() }))

export const RecipientRow = z.object({
  _id: z.string(),
  name: z.string(),
  account: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The sales rep who ordered for them last; empty if none did. */
  rep: z.string(),
  basis: z.enum(['lot', 'window']),
  pieces: z.number(),
  queuedAt: z.nullable(Moment),
  mailCount: z.number(),
  repliedAt: z.nullable(Moment),
  calls: z.number(),
  lastCall: z.nullable(z.object({ at: Moment, by: z.string(), result: z.enum(callResults), note: z.string() })),
})
export type RecipientRow = z.infer<typeof RecipientRow>

const inRecall = z.object({ id: Id, recipientId: Id })

/** Recalls, as the wholesaler's compliance officer runs them. */
export const recalls = {
  list: get('/api/recalls', {
    access: 'admin',
    summary: 'Recalls, newest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({ rows: z.array(RecallRow), hasMore: z.boolean() }),
  }),
  add: post('/api/recalls', {
    access: 'admin',
    summary: 'Draft a recall; no one is notified yet',
    body: RecallFields,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  byId: get('/api/recalls/:id', {
    access: 'admin',
    summary: 'A recall with its products, replies and figures',
    params: IdParams,
    reply: RecallDetail,
  }),
  change: put('/api/recalls/:id', {
    access: 'admin',
    summary: 'Change a draft',
    params: IdParams,
    body: z.object({ __v: z.int(), recall: RecallFields }),
    reply: Message,
    done: 'Draft saved',
  }),
  remove: del('/api/recalls/:id', {
    access: 'admin',
    summary: 'Delete a draft; a recall that was sent is never deleted',
    params: IdParams,
    query: z.object({ __v: z.coerce.number() }),
    reply: Message,
    done: 'Draft deleted',
  }),
  preview: get('/api/recalls/:id/preview', {
    access: 'admin',
    summary: 'Who would be notified now: the count and the first fifty',
    params: IdParams,
    reply: z.object({
      count: z.number(),
      rows: z.array(
        z.object({
          name: z.string(),
          account: z.string(),
          basis: z.enum(['lot', 'window']),
          pieces: z.number(),
        }),
      ),
    }),
  }),
  send: post('/api/recalls/:id/send', {
    access: 'admin',
    summary: 'Notify all recipients by email; refused if their number changed since the preview',
    params: IdParams,
    body: z.object({ __v: z.int(), recipients: z.int() }),
    reply: z.extend(Message, { recipients: z.number() }),
  }),
  close: post('/api/recalls/:id/close', {
    access: 'admin',
    summary: 'Close a recall: replies end, and the products are sold again unless something else holds them',
    params: IdParams,
    body: z.object({ __v: z.int(), conclusion: requiredLines(2_000, 'Conclusion') }),
    reply: Message,
    done: 'Recall closed',
  }),
  recipients: get('/api/recalls/:id/recipients', {
    access: 'admin',
    summary: 'Recipients by name; with state=missing those who did not reply: the phone list',
    params: IdParams,
    query: z.object({ page: PageNumber, state: z._default(z.enum(['all', 'replied', 'missing']), 'all') }),
    reply: z.object({ rows: z.array(RecipientRow), hasMore: z.boolean() }),
  }),
  replies: get('/api/recalls/:id/recipients/:recipientId', {
    access: 'admin',
    summary: 'All replies of a recipient, the current one first',
    params: inRecall,
    reply: z.object({ name: z.string(), purchases: Purchased, replies: z.array(RecallReply) }),
  }),
  call: post('/api/recalls/:id/recipients/:recipientId/calls', {
    access: 'admin',
    summary: 'Record an attempt to reach a recipient',
    params: inRecall,
    body: z.object({ result: z.enum(callResults, 'Choose a result.'), note: z._default(text(500, 'Note'), '') }),
    reply: Message,
    done: 'Call recorded',
  }),
  replyFor: post('/api/recalls/:id/recipients/:recipientId/replies', {
    access: 'admin',
    summary: 'Record a reply that came by phone or letter',
    params: inRecall,
    body: ReplyFields,
    reply: Message,
    done: 'Reply recorded',
  }),
  file: get('/api/recalls/:id/csv', {
    access: 'admin',
    summary: 'All recipients with their replies and calls as a CSV file',
    params: IdParams,
    reply: z.unknown(),
  }),
  letters: get('/api/recalls/:id/letters', {
    access: 'admin',
    summary: 'All addresses of all recipients for letters, as a CSV file',
    params: IdParams,
    reply: z.unknown(),
  }),
}

export const OwnRecall = z.object({
  _id: z.string(),
  firm: z.string(),
  class: RecallFields.def.shape.class,
  product: z.string(),
  productCount: z.number(),
  replyBy: z.string(),
  sentAt: Moment,
  isClosed: z.boolean(),
  repliedAt: z.nullable(Moment),
})
export type OwnRecall = z.infer<typeof OwnRecall>

export const OwnRecallDetail = z.extend(OwnRecall, {
  reason: z.string(),
  instructions: z.string(),
  soldSince: z.string(),
  products: z.array(RecalledProduct),
  purchases: Purchased,
  /** The current one first. */
  replies: z.array(RecallReply),
})
export type OwnRecallDetail = z.infer<typeof OwnRecallDetail>

/** Recalls that the caller's business must reply to. */
export const recallNotices = {
  list: get('/api/recall-notices', {
    access: 'buyer',
    summary: 'Recalls of products that the caller’s business may have received, newest first',
    query: z.object({ page: PageNumber }),
    reply: z.object({ rows: z.array(OwnRecall), hasMore: z.boolean() }),
  }),
  byId: get('/api/recall-notices/:id', {
    access: 'buyer',
    summary: 'A recall that the caller’s business was notified of, with its replies',
    params: IdParams,
    reply: OwnRecallDetail,
  }),
  reply: post('/api/recall-notices/:id/replies', {
    access: 'customer',
    isOrdering: true,
    summary: 'Reply to a recall, or correct the reply until the recall is closed',
    params: IdParams,
    body: ReplyFields,
    reply: Message,
    done: 'Reply sent',
  }),
}
