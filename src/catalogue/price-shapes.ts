import * as z from 'zod/mini'

/** Of which contract a price is; none for the list price. */
export const PriceSource = z.object({
  name: z.string(),
  contractNumber: z.string(),
  /** The last day, `YYYY-MM-DD`; null for until further notice. */
  until: z.nullable(z.string()),
  percentOff: z.nullable(z.number()),
  fromQuantity: z.number(),
})
export type PriceSource = z.infer<typeof PriceSource>

/** From a quantity on, a price a piece. */
export const PriceTier = z.object({ fromQuantity: z.number(), price: z.number() })
export type PriceTier = z.infer<typeof PriceTier>

/** What a business alone pays, until somebody changes it. */
export const ownPrice: PriceSource = {
  name: 'Contract price',
  contractNumber: '',
  until: null,
  percentOff: null,
  fromQuantity: 1,
}
