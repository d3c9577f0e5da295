import * as z from 'zod/mini'

export const shippingMethods = ['UPS GROUND', 'FEDEX PRIORITY OVERNIGHT'] as const
export type ShippingMethod = (typeof shippingMethods)[number]

/** Refrigerated items always ship with this method, regardless of the rest of the order. */
export const coldMethod: ShippingMethod = 'FEDEX PRIORITY OVERNIGHT'

/** Past days do not affect any delivery date. */
export const pastDayMessage = 'This day has passed. Choose today or a later day.'

export const Arrival = z.object({
  /** Order deadline for this promise. */
  orderBy: z.string(),
  /** Calendar days such as `2026-11-24`. */
  shipsOn: z.string(),
  arrivesOn: z.string(),
})
export type Arrival = z.infer<typeof Arrival>
