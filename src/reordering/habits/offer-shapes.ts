import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'

/** A product as the customer's dashboard offers it; the price is this customer's own. */
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

/** Offered with a quantity to begin with. */
export const SuggestedProduct = z.extend(OfferedProduct, { reason: z.string(), quantity: z.number() })
export type SuggestedProduct = z.infer<typeof SuggestedProduct>

export const BoughtProduct = z.extend(OfferedProduct, {
  /** In how many of the latest orders, how much the last time, and when that was. */
  orders: z.number(),
  lastQuantity: z.number(),
  lastAt: Moment,
})
