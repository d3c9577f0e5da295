import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, lines, Message, Moment, requiredLines, requiredText, text } from '#shared/wire.ts'
import {
  PackageCondition,
  Desk,
  ReceivedCondition,
  ReturnReason,
  ReturnState,
  ReturnSchedule,
  Storage,
} from './return-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

/** A shipped line that can be returned or reported. */
export const ReturnableLine = z.object({
  lineNo: z.number(),
  productId: z.nullable(z.string()),
  number: z.string(),
  name: z.string(),
  shipped: z.number(),
  /** What is not in a request yet; lines of the same product share it. */
  left: z.number(),
  schedule: ReturnSchedule,
  storage: Storage,
  isPrescription: z.boolean(),
  shippedOn: z.nullable(z.string()),
  /** In capitals; empty unless our trace data has a lot for each piece. */
  lots: z.array(z.string()),
})
export type ReturnableLine = z.infer<typeof ReturnableLine>

export const Returnable = z.object({
  order: z.nullable(z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) })),
  invoice: z.nullable(z.string()),
  /** Why nothing can be returned yet, or empty. */
  problem: z.string(),
  lines: z.array(ReturnableLine),
  rules: z.object({ today: z.string(), returnDays: z.number(), reverseDistributor: z.string() }),
})
export type Returnable = z.infer<typeof Returnable>

const quantity = z
  .int('Enter a whole number.')
  .check(z.gte(1, 'Enter at least 1.'), z.lte(999_999, 'This is too much.'))

export const NewReturnLine = z.object({
  lineNo: z.int().check(z.gte(1), z.lte(100_000)),
  quantity,
  reason: ReturnReason,
  words: z._default(lines(1_000, 'The description'), ''),
  lot: z._default(text(40, 'The lot'), ''),
  expiry: z._default(z.nullable(plausibleDay('Enter the expiry date.')), null),
  condition: z._default(z.nullable(PackageCondition), null),
})
export type NewReturnLine = z.infer<typeof NewReturnLine>

const NewReturn = z.object({
  order: z.optional(Id),
  invoice: z.optional(requiredText(60, 'The invoice number')),
  contact: requiredText(200, 'The contact'),
  lines: z.array(NewReturnLine).check(z.minLength(1, 'Choose at least one line.'), z.maxLength(200)),
})

export const ReturnRow = z.object({
  _id: z.string(),
  number: z.number(),
  /** Whether it was ever authorized, so that its number is an RMA number. */
  isAuthorized: z.boolean(),
  state: ReturnState,
  desk: Desk,
  requestedAt: Moment,
  requestedBy: z.string(),
  company: z.string(),
  order: z.nullable(z.object({ _id: z.string(), orderIdSap: z.nullable(z.string()) })),
  invoice: z.nullable(z.string()),
  /** The first product, and how many lines there are. */
  product: z.string(),
  lines: z.number(),
})
export type ReturnRow = z.infer<typeof ReturnRow>

export const ReturnLine = z.object({
  lineNo: z.number(),
  name: z.string(),
  number: z.string(),
  quantity: z.number(),
  reason: ReturnReason,
  words: z.string(),
  lot: z.string(),
  expiry: z.nullable(z.string()),
  condition: z.nullable(PackageCondition),
  schedule: ReturnSchedule,
  storage: Storage,
  needsTrace: z.nullable(z.boolean()),
  why: z.string(),
  next: z.string(),
  receivedQuantity: z.nullable(z.number()),
  receivedCondition: z.nullable(ReceivedCondition),
  restockedQuantity: z.number(),
})
export type ReturnLine = z.infer<typeof ReturnLine>

export const ReturnDetail = z.extend(ReturnRow, {
  __v: z.number(),
  contact: z.string(),
  answer: z.string(),
  orderForm: z.string(),
  creditNumber: z.string(),
  authorizedAt: z.nullable(Moment),
  receivedAt: z.nullable(Moment),
  closedAt: z.nullable(Moment),
  items: z.array(ReturnLine),
  photos: z.array(z.string()),
  label: z.nullable(z.string()),
  /** Credit notes of the same order that closed no request yet; for admins only. */
  credits: z.array(
    z.object({ _id: z.string(), date: z.nullable(z.string()), amount: z.number(), currency: z.string() }),
  ),
})
export type ReturnDetail = z.infer<typeof ReturnDetail>

const TemplateKind = z.enum(['authorize', 'refuse'])
export const PreparedAnswer = z.object({
  _id: z.string(),
  kind: TemplateKind,
  title: z.string(),
  words: z.string(),
  __v: z.number(),
})
export type PreparedAnswer = z.infer<typeof PreparedAnswer>

const TemplateFields = z.object({
  kind: TemplateKind,
  title: requiredText(80, 'The title'),
  words: requiredLines(2_000, 'The text'),
})
const List = z.object({ rows: z.array(ReturnRow), hasMore: z.boolean() })
const version = { __v: z.int() }
const FileParams = z.object({ id: Id, file: Id })
const byAdmin = { access: 'admin', params: IdParams, reply: Message } as const

export const deskStates = ['open', 'requested', 'authorized', 'received', 'credited', 'refused', 'canceled'] as const

export const returns = {
  items: get('/api/returns/items', {
    access: 'buyer',
    summary: 'The shipped lines of an order or invoice of the caller that can be returned, and the rules',
    query: z.object({ order: z.optional(Id), invoice: z.optional(z.string().check(z.maxLength(60))) }),
    reply: Returnable,
  }),
  request: post('/api/returns', {
    access: 'buyer',
    isOrdering: true,
    limits: [{ name: 'return-request', per: 'caller', most: 60, seconds: 3_600 }],
    summary: 'Request the return of shipped goods, or report them; one request for each desk that decides',
    body: NewReturn,
    reply: z.extend(Message, { returns: z.array(z.object({ _id: z.string(), number: z.number(), desk: Desk })) }),
    status: 201,
  }),
  list: get('/api/returns', {
    access: 'buyer',
    summary: 'The return requests of the caller’s business, newest first',
    query: z.object({
      page: PageNumber,
      order: z.optional(Id),
      invoice: z.optional(z.string().check(z.maxLength(60))),
    }),
    reply: List,
  }),
  desk: get('/api/return-desk', {
    access: 'admin',
    summary: 'Return requests of all customers, oldest first, by state, desk, and return, order or account number',
    query: z.object({
      page: PageNumber,
      state: z._default(z.enum(deskStates), 'open'),
      desk: z.optional(Desk),
      q: z._default(z.string().check(z.maxLength(60)), ''),
    }),
    reply: List,
  }),
  waiting: get('/api/return-desk/waiting', {
    access: 'admin',
    summary: 'The number of return requests that wait for an answer',
    reply: z.object({ count: z.number() }),
  }),
  byId: get('/api/returns/:id', {
    access: 'signedIn',
    summary: 'A return request of the caller’s business; for admins any',
    params: IdParams,
    reply: ReturnDetail,
  }),
  cancel: put('/api/returns/:id/cancellation', {
    access: 'buyer',
    isOrdering: true,
    summary: 'Cancel an own return request before the goods are received',
    params: IdParams,
    body: z.object(version),
    reply: Message,
    done: 'Return canceled',
  }),
  addPhoto: post('/api/returns/:id/photos', {
    access: 'buyer',
    isOrdering: true,
    limits: [{ name: 'return-photo', per: 'caller', most: 120, seconds: 3_600 }],
    summary: 'Add a photo to an own open request (multipart, field image: PNG, JPEG or WebP)',
    params: IdParams,
    reply: z.object({ _id: z.string() }),
    status: 201,
  }),
  addLabel: post('/api/returns/:id/label', {
    access: 'admin',
    summary:
      'Add or replace the return label (multipart, field file: PDF); never for Schedule II without our order form',
    params: IdParams,
    reply: Message,
    done: 'Label saved',
  }),
  file: get('/api/returns/:id/files/:file', {
    access: 'signedIn',
    summary: 'A photo or the label of a return request',
    params: FileParams,
    reply: z.unknown(),
  }),
  authorize: put('/api/returns/:id/authorization', {
    ...byAdmin,
    summary: 'Authorize a request with instructions; Schedule II needs the number of our order form',
    body: z.object({
      ...version,
      answer: requiredLines(2_000, 'The instructions'),
      orderForm: z._default(text(40, 'The order form number'), ''),
    }),
    done: 'Return authorized',
  }),
  refuse: put('/api/returns/:id/refusal', {
    ...byAdmin,
    summary: 'Refuse a request, or the credit of received goods, with the reason',
    body: z.object({ ...version, answer: requiredLines(2_000, 'The reason') }),
    done: 'Request refused',
  }),
  receive: put('/api/returns/:id/receipt', {
    ...byAdmin,
    summary: 'Record received goods and restock what the rules allow',
    body: z.object({
      ...version,
      lines: z
        .array(
          z.object({
            lineNo: z.int(),
            quantity: z.int('Enter a whole number.').check(z.gte(0), z.lte(999_999)),
            condition: ReceivedCondition,
            restock: z._default(z.int('Enter a whole number.').check(z.gte(0), z.lte(999_999)), 0),
            serials: z._default(z.array(requiredText(20, 'The serial number')).check(z.maxLength(2_000)), []),
            verifiedAgainst: z._default(text(200, 'The verification'), ''),
          }),
        )
        .check(z.minLength(1), z.maxLength(200)),
    }),
    done: 'Receipt recorded',
  }),
  credit: put('/api/returns/:id/credit', {
    ...byAdmin,
    summary: 'Close a request with the number of the ERP’s credit note',
    body: z.object({ ...version, creditNumber: requiredText(60, 'The credit note number') }),
    done: 'Return credited',
  }),
  templates: get('/api/return-templates', {
    access: 'admin',
    summary: 'Prepared answers to return requests',
    reply: z.array(PreparedAnswer),
  }),
  addTemplate: post('/api/return-templates', {
    access: 'admin',
    summary: 'Add a prepared answer; at most 100',
    body: TemplateFields,
    reply: Message,
    done: 'Answer saved',
    status: 201,
  }),
  changeTemplate: put('/api/return-templates/:id', {
    ...byAdmin,
    summary: 'Change a prepared answer; refused if it changed since it was read',
    body: z.extend(TemplateFields, version),
    done: 'Answer saved',
  }),
  removeTemplate: del('/api/return-templates/:id', {
    ...byAdmin,
    summary: 'Remove a prepared answer',
    query: z.object({ __v: z.coerce.number() }),
    done: 'Answer removed',
  }),
}
