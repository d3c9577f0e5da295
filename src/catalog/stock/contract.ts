import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message, Moment, requiredLines } from '#shared/wire.ts'

export const mostPieces = 100_000_000

export const StockMovement = z.object({
  _id: z.string(),
  quantity: z.number(),
  /** The count right after it. */
  countAfter: z.number(),
  reason: z.string(),
  note: z.string(),
  by: z.string(),
  orderId: z.nullable(z.string()),
  orderIdSap: z.nullable(z.string()),
  createdAt: Moment,
})
export type StockMovement = z.infer<typeof StockMovement>

const StockLedger = z.object({
  name: z.string(),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  movements: z.array(StockMovement),
  /** Where the older ones begin, or null. */
  next: z.nullable(z.string()),
})

const mostWanted = 9_999

const StockRequest = z.object({
  productId: z.string(),
  name: z.string(),
  slug: z.string(),
  quantity: z.number(),
  countInStock: z.number(),
  askedAt: Moment,
  endsAt: Moment,
})
export const inventory = {
  stock: get('/api/products/:id/stock', {
    access: 'admin',
    summary: 'Every change of a product’s stock, the latest first',
    params: IdParams,
    query: z.object({ before: z.optional(z.uuid('This is not a known id.')) }),
    reply: StockLedger,
  }),
  correctStock: post('/api/products/:id/stock', {
    access: 'admin',
    summary: 'Corrects the stock by some pieces, with a reason',
    params: IdParams,
    body: z.object({
      quantity: z
        .number('Say by how many pieces.')
        .check(
          z.int('Whole pieces only.'),
          z.gte(-mostPieces, 'Too many pieces.'),
          z.lte(mostPieces, 'Too many pieces.'),
        ),
      reason: requiredLines(300, 'A reason'),
    }),
    reply: z.extend(Message, { countInStock: z.number() }),
  }),
  requests: get('/api/stock-requests', {
    access: 'buyer',
    summary: 'The products of which the caller wants to be told when they are in stock, the latest first',
    reply: z.array(StockRequest),
  }),
  request: put('/api/products/:id/stock-request', {
    access: 'buyer',
    summary: 'Tells the caller by mail when so many pieces are in stock; asking again changes the quantity',
    params: IdParams,
    body: z.object({
      quantity: z._default(
        z
          .number('Say how many pieces.')
          .check(
            z.int('Whole pieces only.'),
            z.gte(1, 'One piece at least.'),
            z.lte(mostWanted, `At most ${mostWanted.toLocaleString('en-US')} pieces.`),
          ),
        1,
      ),
    }),
    reply: Message,
  }),
  endRequest: del('/api/products/:id/stock-request', {
    access: 'buyer',
    summary: 'Takes the request off; where there is none it stays so',
    params: IdParams,
    reply: Message,
  }),
}
