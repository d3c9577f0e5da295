import * as z from 'zod/mini'
import { ProductCard } from '#catalog/contract.ts'
import { del, get, post, put } from '#shared/endpoint.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, IdParams, Message, Moment, requiredText } from '#shared/wire.ts'
import { FirstSchedule, NewSchedule, GuideSchedule } from './schedule-shapes.ts'

export const maxGuides = 100
export const maxGuideLines = 500

const Name = requiredText(80, 'The name')
const Quantity = z
  .int('The quantity must be a whole number.')
  .check(z.gte(1, 'The quantity must be at least 1.'), z.lte(9_999, 'A quantity can be at most 9,999.'))

const GuideItem = z.object({ productId: Id, quantity: Quantity })
export type GuideItem = z.infer<typeof GuideItem>

const Items = z
  .array(GuideItem, 'lines must be a list.')
  .check(z.maxLength(maxGuideLines, `A guide can have at most ${maxGuideLines} lines.`))

export const Guide = z.object({
  _id: z.string(),
  name: z.string(),
  countLines: z.number(),
  /** What its lines would cost today; null if none is sold. */
  value: z.nullable(z.number()),
  /** When the business last ordered one of its products, within a year. */
  lastOrderedAt: z.nullable(Moment),
  changedAt: Moment,
  /** The day of the next standing order; null if there is none or it is paused. */
  nextOrderOn: z.nullable(z.string()),
})
export type Guide = z.infer<typeof Guide>

/** A product that a business orders, and its last order within a year. */
const OrderableLine = z.object({
  productId: z.string(),
  name: z.string(),
  quantity: z.number(),
  lastPrice: z.nullable(z.number()),
  lastOrderedAt: z.nullable(Moment),
})
export type OrderableLine = z.infer<typeof OrderableLine>

/** Lines in their order, and product cards for those still sold; other products have only a line. */
const OrderableLines = { lines: z.array(OrderableLine), products: z.array(ProductCard) }

export const purchaseDays = [90, 365] as const

const ofGuide = { access: 'buyer', params: IdParams } as const
const ofLine = { access: 'buyer', params: z.object({ id: Id, productId: Id }) } as const

/** The guides of the caller's business or, for a sales rep, of the customer they order for. */
export const orderGuides = {
  list: get('/api/orderguides', {
    access: 'buyer',
    summary: 'Order guides of the caller’s business, by name',
    reply: z.array(Guide),
  }),
  make: post('/api/orderguides', {
    access: 'buyer',
    isOrdering: true,
    summary: 'Create an order guide, shared by all users of the business, and its standing order if one is given',
    body: z.object({ name: Name, lines: z._default(Items, []), schedule: z.optional(FirstSchedule) }),
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  byId: get('/api/orderguides/:id', {
    ...ofGuide,
    summary: 'An order guide with its lines, today’s price and stock, and the last order of each line',
    reply: z.object({ _id: z.string(), name: z.string(), schedule: z.nullable(GuideSchedule), ...OrderableLines }),
  }),
  rename: put('/api/orderguides/:id', {
    ...ofGuide,
    isOrdering: true,
    summary: 'Rename an order guide',
    body: z.object({ name: Name }),
    reply: Message,
    done: 'Order guide renamed',
  }),
  remove: del('/api/orderguides/:id', {
    ...ofGuide,
    isOrdering: true,
    summary: 'Delete an order guide',
    reply: Message,
    done: 'Order guide deleted',
  }),
  addLines: post('/api/orderguides/:id/lines', {
    ...ofGuide,
    isOrdering: true,
    summary:
      'Add products to the end of an order guide; a product already in it keeps its place and gets the new quantity',
    body: z.object({ lines: Items }),
    reply: Message,
    done: 'Order guide saved',
  }),
  changeLine: put('/api/orderguides/:id/lines/:productId', {
    ...ofLine,
    isOrdering: true,
    summary: 'Change the quantity of a line, or move it up or down by one',
    body: z.object({ quantity: z.optional(Quantity), move: z.optional(z.enum(['up', 'down'])) }),
    reply: Message,
    done: 'Order guide saved',
  }),
  removeLine: del('/api/orderguides/:id/lines/:productId', {
    ...ofLine,
    isOrdering: true,
    summary: 'Remove a line from an order guide',
    reply: Message,
    done: 'Line removed',
  }),
  schedule: put('/api/orderguides/:id/schedule', {
    ...ofGuide,
    isOrdering: true,
    summary:
      'Set up or change the standing order of a guide; on its day an email asks the caller to review and place it',
    body: NewSchedule,
    reply: Message,
    done: 'Standing order saved',
  }),
  skip: put('/api/orderguides/:id/schedule/skip', {
    ...ofGuide,
    isOrdering: true,
    summary: 'Skip the next standing order once',
    body: z.object({ day: plausibleDay('Send the day to skip.') }),
    reply: Message,
    done: 'Skipped',
  }),
  removeSchedule: del('/api/orderguides/:id/schedule', {
    ...ofGuide,
    isOrdering: true,
    summary: 'Delete the standing order of a guide; the guide stays',
    reply: Message,
    done: 'Standing order deleted',
  }),
  purchases: get('/api/purchases', {
    access: 'buyer',
    summary: 'Products the business ordered in the last 90 days or year, latest first; at most 500',
    query: z.object({ days: z.catch(z._default(z.pipe(z.coerce.number(), z.literal(purchaseDays)), 90), 90) }),
    reply: z.object(OrderableLines),
  }),
}
