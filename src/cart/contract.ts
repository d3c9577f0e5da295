import * as z from 'zod/mini'
import { ProductCard } from '#catalog/contract.ts'
import { PriceSource } from '#catalog/price-shapes.ts'
import { Allocated } from '#ordering-rules/limits/allocation-shapes.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, text } from '#shared/wire.ts'
import { maxLines, maxPurchaseOrderLength, maxLinePieces } from './cart.ts'

export const maxQuickLines = 1_000
export const maxCodeLength = 500

const Line = z.object({
  /** An NDC in any notation, an item number, a UPC or GTIN, or what a scanner reads of a box. */
  code: z.string('code is required.').check(z.maxLength(maxCodeLength, 'A code has at most 500 characters.')),
  /** Left out where nobody can tell it yet: only the product is looked up. */
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
  /** The product; several where the code stands for more than one, and nobody may guess. */
  products: z.array(z.string()),
  /** How many can be had, where that is fewer than all lines together ask for. */
  available: z.optional(z.number()),
  /** Which limit stands against it, or what should be known of a line that can be ordered. */
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

/** What is known today of a product that stands in a cart. */
const CartProduct = z.object({
  _id: z.string(),
  name: z.string(),
  /** The NDC or item number. */
  slug: z.string(),
  /** Where its page is; the same item number may stand at several products. */
  page: z.string(),
  image: z.string(),
  /** Today's, of whoever is billed and for this quantity; null where the viewer may not see it. */
  price: z.nullable(z.number()),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  /** What its price is of, as the catalog has it: see the product's card. */
  unitOfMeasure: z.string(),
  packQuantity: z.nullable(z.number()),
  packUnit: z.string(),
  /** False once it is no longer carried. */
  isSold: z.boolean(),
  /** Of which contract the price is; left out for the list price. */
  priceSource: z.optional(PriceSource),
  orderMinimum: z.nullable(z.number()),
  orderMaximum: z.nullable(z.number()),
  orderMultiple: z.nullable(z.number()),
  isAllocated: z.boolean(),
})
export type CartProduct = z.infer<typeof CartProduct>

export const CartLine = z.extend(CartProduct, {
  quantity: z.number(),
  /** What it cost when it was put in. */
  seenPrice: z.number(),
  /** What is left of it to the business in this month. */
  allocation: z.optional(Allocated),
})
export type CartLine = z.infer<typeof CartLine>

export const SavedCart = z.object({
  lines: z.array(CartLine),
  /** The Idempotency-Key of the order that is made of it, the same on every screen; null while nothing was ever in it. */
  orderKey: z.nullable(z.string()),
  shippingMethod: z.string(),
  purchaseOrder: z.string(),
})
export type SavedCart = z.infer<typeof SavedCart>

const CartChange = z.object({
  lines: z._default(
    z
      .array(
        z.object({
          _id: Id,
          /** None takes the line out. */
          quantity: z
            .int('The quantity must be a whole number.')
            .check(
              z.gte(0, 'The quantity must be at least 1.'),
              z.lte(maxLinePieces, 'A quantity can be at most 9,999.'),
            ),
          /** The price at which somebody put it in; a later one is shown as a change. */
          price: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
        }),
      )
      .check(z.maxLength(maxLines, 'A cart can have at most 500 lines.')),
    [],
  ),
  /** Where a line stands already, the higher quantity is kept. */
  keepsHigher: z._default(z.boolean(), false),
  shippingMethod: z.optional(text(40, 'The shipping method')),
  purchaseOrder: z.optional(text(maxPurchaseOrderLength, 'The purchase order number')),
})
export type CartChange = z.infer<typeof CartChange>

/** The cart of whoever is signed in; of the staff, for the customer that the header `ordering-for` names. */
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
