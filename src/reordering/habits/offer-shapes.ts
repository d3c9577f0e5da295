import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'

/** A product as offered on the customer's dashboard, at the customer's own price. */
export const OfferedProduct = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  ndcNumber: z.string(),
  dummyNDC: z.boolean(),
  image: z.string(),
  price: z.number(),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  unitOfMeasure: z.string(),
  packQuantity: z.nullable(z.number()),
  packUnit: z.string(),
})
export type OfferedProduct = z.infer<typeof OfferedProduct>

/** Offered with an initial quantity. */
export const SuggestedProduct = z.extend(OfferedProduct, { reason: z.string(), quantity: z.number() })
export type SuggestedProduct = z.infer<typeof SuggestedProduct>

export const BoughtProduct = z.extend(OfferedProduct, {
  /** How many of the latest orders have it, then the quantity and the date of the last one. */
  orders: z.number(),
  lastQuantity: z.number(),
  lastAt: Moment,
})
