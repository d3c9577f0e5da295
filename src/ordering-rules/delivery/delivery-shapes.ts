import * as z from 'zod/mini'

export const shippingMethods = ['UPS GROUND', 'FEDEX PRIORITY OVERNIGHT'] as const
export type ShippingMethod = (typeof shippingMethods)[number]

/** What must stay cold travels so, whatever the rest of the order does. */
export const coldMethod: ShippingMethod = 'FEDEX PRIORITY OVERNIGHT'

/** What is closed or opened is promised by; of days gone by nothing is. */
export const pastDayMessage = 'This day has passed. Choose today or a later day.'

export const Arrival = z.object({
  /** Until when it holds. */
  orderBy: z.string(),
  /** Calendar days, `2026-11-24`. */
  shipsOn: z.string(),
  arrivesOn: z.string(),
})
export type Arrival = z.infer<typeof Arrival>
