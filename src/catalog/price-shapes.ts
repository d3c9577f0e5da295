import * as z from 'zod/mini'
import { grouped } from '#shared/number-words.ts'

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

/** To a buyer the contract’s name, to the staff why it is this price. */
export const describePriceSource = (source: PriceSource, isStaff: boolean): string => {
  const { name, contractNumber, until, percentOff, fromQuantity } = source
  if (!isStaff) return name
  const what = contractNumber ? `Contract ${contractNumber}` : name
  return [
    what,
    ...(contractNumber ? [name] : []),
    ...(percentOff === null ? [] : [`${percentOff}% off the list price`]),
    ...(fromQuantity > 1 ? [`from ${grouped(fromQuantity)}`] : []),
    ...(until ? [`until ${dayInWords(until)}`] : []),
  ].join(', ')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dayInWords = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${date}, ${year}`
}

/** What a quantity costs a piece by a product's tiers; the price of one below all of them. */
export const priceByQuantity = (
  one: number | null,
  tiers: readonly PriceTier[] | undefined,
  quantity: number,
): number | null => tiers?.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.price ?? one
