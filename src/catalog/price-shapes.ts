import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'

/** The contract behind a price; absent for the list price. */
export const PriceSource = z.object({
  name: z.string(),
  contractNumber: z.string(),
  /** The last day, `YYYY-MM-DD`; null if open-ended. */
  until: z.nullable(z.string()),
  percentOff: z.nullable(z.number()),
  fromQuantity: z.number(),
})
export type PriceSource = z.infer<typeof PriceSource>

/** The unit price from a quantity on. */
export const PriceTier = z.object({ fromQuantity: z.number(), price: z.number() })
export type PriceTier = z.infer<typeof PriceTier>

/** A price of the business itself, without an end date. */
export const ownPrice: PriceSource = {
  name: 'Contract price',
  contractNumber: '',
  until: null,
  percentOff: null,
  fromQuantity: 1,
}

/** Buyers see the contract's name; staff also see its number, discount, quantity and end date. */
export const describePriceSource = (source: PriceSource, isStaff: boolean): string => {
  const { name, contractNumber, until, percentOff, fromQuantity } = source
  if (!isStaff) return name
  const what = contractNumber ? `Contract ${contractNumber}` : name
  return [
    what,
    ...(contractNumber ? [name] : []),
    ...(percentOff === null ? [] : [`${percentOff}% off the list price`]),
    ...(fromQuantity > 1 ? [`from ${grouped(fromQuantity)}`] : []),
    ...(until ? [`until ${dayWords(until)}`] : []),
  ].join(', ')
}

/** The unit price at a quantity according to the tiers; below all tiers, the price of one. */
export const priceByQuantity = (
  one: number | null,
  tiers: readonly PriceTier[] | undefined,
  quantity: number,
): number | null => tiers?.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.price ?? one
