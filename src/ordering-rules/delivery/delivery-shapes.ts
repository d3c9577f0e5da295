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

/** Days by shipping method, and those of refrigerated items. */
interface OpenDays {
  openDays: Readonly<Record<string, readonly string[]>>
  coldOpenDays: readonly string[]
}

interface RequestedItems {
  method: string
  hasWarm: boolean
  hasCold: boolean
}

/** The delivery days that can be requested for all items of an order; refrigerated items have days of their own. */
export const openDaysOf = (
  { openDays, coldOpenDays }: OpenDays,
  { method, hasWarm, hasCold }: RequestedItems,
): readonly string[] => {
  if (!hasCold) return openDays[method] ?? []
  const warm = new Set(openDays[method])
  return coldOpenDays.filter((day) => !hasWarm || warm.has(day))
}
