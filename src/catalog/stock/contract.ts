import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message, Moment, requiredLines } from '#shared/wire.ts'

export const maxStockPieces = 100_000_000

export const StockMovement = z.object({
  _id: z.string(),
  quantity: z.number(),
  /** The stock count after this movement. */
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
  /** Cursor of the next older page, or null. */
  next: z.nullable(z.string()),
})

const maxRequestedPieces = 9_999

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
    summary: 'Every change of a product’s stock, latest first',
    params: IdParams,
    query: z.object({ before: z.optional(z.uuid('There is no product with this id.')) }),
    reply: StockLedger,
  }),
  correctStock: post('/api/products/:id/stock', {
    access: 'admin',
    summary: 'Correct the stock by a number of units, with a reason',
    params: IdParams,
    body: z.object({
      quantity: z
        .number('Enter the number of units.')
        .check(
          z.int('Enter a whole number of units.'),
          z.gte(-maxStockPieces, 'This number of units is too large.'),
          z.lte(maxStockPieces, 'This number of units is too large.'),
        ),
      reason: requiredLines(300, 'A reason'),
    }),
    reply: z.extend(Message, { countInStock: z.number() }),
  }),
  requests: get('/api/stock-requests', {
    access: 'buyer',
    summary: 'Products the caller asked to be notified about when in stock, latest first',
    reply: z.array(StockRequest),
  }),
  request: put('/api/products/:id/stock-request', {
    access: 'buyer',
    summary: 'Email the caller when the quantity is in stock; a second request changes the quantity',
    params: IdParams,
    body: z.object({
      quantity: z._default(
        z
          .number('Enter the number of units.')
          .check(
            z.int('Enter a whole number of units.'),
            z.gte(1, 'Enter at least 1 unit.'),
            z.lte(maxRequestedPieces, `Enter at most ${maxRequestedPieces.toLocaleString('en-US')} units.`),
          ),
        1,
      ),
    }),
    reply: Message,
    done: 'We will email you when it is in stock',
  }),
  endRequest: del('/api/products/:id/stock-request', {
    access: 'buyer',
    summary: 'Remove the request, if there is one',
    params: IdParams,
    reply: Message,
    done: 'Notification turned off',
  }),
}
