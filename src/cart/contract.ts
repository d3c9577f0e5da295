import * as z from 'zod/mini'
import { ProductCard } from '#catalog/contract.ts'
import { PriceSource } from '#catalog/price-shapes.ts'
import { Allocated } from '#ordering-rules/limits/allocation-shapes.ts'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, Moment, requiredText, text } from '#shared/wire.ts'
import { LineNote, OrderDetails } from './detail-shapes.ts'
import { maxLines, maxPurchaseOrderLength, maxLinePieces } from './cart.ts'

export const maxQuickLines = 1_000
export const maxCodeLength = 500

const Line = z.object({
  /** An NDC in any notation, an item number, a UPC, a GTIN or the raw text of a scanned barcode. */
  code: z.string('code is required.').check(z.maxLength(maxCodeLength, 'A code has at most 500 characters.')),
  /** Omitted while the quantity is unknown; then the product is only looked up. */
  quantity: z.optional(
    z
      .int('The quantity must be a whole number.')
      .check(z.gte(1, 'The quantity must be at least 1.'), z.lte(maxLinePieces, 'A quantity can be at most 9,999.')),
  ),
})

const quickVerdicts = [
  'ok',
  'specialOrder',
  'short',
  'soldOut',
  'overLimit',
  'underMinimum',
  'packMultiple',
  'several',
  'unknown',
  'noQuantity',
] as const

const Checked = z.object({
  verdict: z.enum(quickVerdicts),
  /** The matching product, or all of them if the code is ambiguous. */
  products: z.array(z.string()),
  /** The available quantity, if it is less than all lines of the product request together. */
  available: z.optional(z.number()),
  /** The limit that blocks the line, or a note on a line that can be ordered. */
  reason: z.optional(z.string()),
})

export const quickOrder = {
  check: post('/api/quick-order/check', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Match lines of codes and quantities with products; nothing is ordered or saved',
    body: z.object({
      lines: z
        .array(Line, 'lines must be a list.')
        .check(z.maxLength(maxQuickLines, 'At most 1,000 lines can be checked at a time.')),
    }),
    reply: z.object({ lines: z.array(Checked), products: z.array(ProductCard) }),
  }),
}

/** Current data of a product in a cart. */
const CartProduct = z.object({
  _id: z.string(),
  name: z.string(),
  /** The NDC or item number. */
  slug: z.string(),
  /** The slug of the product page; several products can share an item number. */
  page: z.string(),
  image: z.string(),
  /** The current price for the billed business at this quantity; null if the viewer may not see prices. */
  price: z.nullable(z.number()),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  deaSchedule: z.string(),
  /** Not sold until it is known whether the product is controlled. */
  isScheduleUnknown: z.optional(z.boolean()),
  isOnHold: z.boolean(),
  /** The unit the price is for, as in the catalog; see ProductCard. */
  unitOfMeasure: z.string(),
  packQuantity: z.nullable(z.number()),
  packUnit: z.string(),
  /** False if the product is no longer sold. */
  isSold: z.boolean(),
  /** The contract the price comes from; omitted for the list price. */
  priceSource: z.optional(PriceSource),
  orderMinimum: z.nullable(z.number()),
  orderMaximum: z.nullable(z.number()),
  orderMultiple: z.nullable(z.number()),
  isAllocated: z.boolean(),
})
export type CartProduct = z.infer<typeof CartProduct>

export const CartLine = z.extend(CartProduct, {
  quantity: z.number(),
  /** Empty if none. */
  note: z.string(),
  /** The price when the line was added. */
  seenPrice: z.number(),
  /** The business's remaining allocation this month. */
  allocation: z.optional(Allocated),
})
export type CartLine = z.infer<typeof CartLine>

export const SavedCart = z.object({
  lines: z.array(CartLine),
  /** The Idempotency-Key for the order placed from this cart, the same on all devices; null for an unused cart. */
  orderKey: z.nullable(z.string()),
  shippingMethod: z.string(),
  purchaseOrder: z.string(),
  note: z.string(),
  attention: z.string(),
  requestedDay: z.nullable(z.string()),
})
export type SavedCart = z.infer<typeof SavedCart>

const CartChange = z.object({
  lines: z._default(
    z
      .array(
        z.object({
          _id: Id,
          /** 0 removes the line. */
          quantity: z
            .int('The quantity must be a whole number.')
            .check(
              z.gte(0, 'The quantity must be at least 1.'),
              z.lte(maxLinePieces, 'A quantity can be at most 9,999.'),
            ),
          /** The price shown when the line was added; a later price is reported as a change. */
          price: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
          note: z.optional(LineNote),
        }),
      )
      .check(z.maxLength(maxLines, 'A cart can have at most 500 lines.')),
    [],
  ),
  /** Keeps the higher quantity for lines that already exist. */
  keepsHigher: z._default(z.boolean(), false),
  shippingMethod: z.optional(text(40, 'The shipping method')),
  purchaseOrder: z.optional(text(maxPurchaseOrderLength, 'The purchase order number')),
  ...OrderDetails.shape,
})
export type CartChange = z.infer<typeof CartChange>

/** The signed-in user's cart; for staff, the cart of the customer named in the header `ordering-for`. */
export const carts = {
  read: get('/api/cart', {
    access: 'signedIn',
    summary:
      'The caller’s cart at today’s prices and stock; for staff the cart of the customer in the header ordering-for',
    reply: SavedCart,
  }),
  change: put('/api/cart', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Set lines and details of the caller’s cart; other lines do not change',
    body: CartChange,
    reply: SavedCart,
  }),
  look: post('/api/cart/products', {
    access: 'anyone',
    summary: 'Today’s price and stock of the products in a browser’s cart',
    body: z.object({ ids: z.array(Id).check(z.maxLength(maxLines, 'A cart can have at most 500 lines.')) }),
    reply: z.array(CartProduct),
  }),
}

export const maxParkedCarts = 20
export const maxCartName = 80

const ParkedCart = z.object({
  _id: z.string(),
  name: z.string(),
  lineCount: z.number(),
  purchaseOrder: z.string(),
  parkedAt: Moment,
})
export type ParkedCart = z.infer<typeof ParkedCart>

/** Carts that the caller put aside; for staff, those of the customer named in the header `ordering-for`. */
export const parkedCarts = {
  list: get('/api/parked-carts', {
    access: 'signedIn',
    summary: 'The caller’s parked carts, newest first; for staff those of the customer in the header ordering-for',
    reply: z.array(ParkedCart),
  }),
  park: post('/api/parked-carts', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Put the caller’s cart aside under a name; the cart is empty afterwards',
    body: z.object({ name: requiredText(maxCartName, 'The name') }),
    reply: Message,
    done: 'Cart parked',
    status: 201,
  }),
  resume: post('/api/parked-carts/:id/resume', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Make a parked cart the caller’s cart again, which must be empty',
    params: IdParams,
    reply: Message,
    done: 'Cart resumed',
  }),
  remove: del('/api/parked-carts/:id', {
    access: 'signedIn',
    isOrdering: true,
    summary: 'Delete a parked cart',
    params: IdParams,
    reply: Message,
    done: 'Parked cart deleted',
  }),
}
