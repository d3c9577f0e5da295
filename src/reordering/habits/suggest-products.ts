import type * as z from 'zod/mini'
import type { ProductCard } from '#catalog/contract.ts'
import type { Bought, Habits } from './compute-habits.ts'
import type { BoughtProduct, DueProduct, SuggestedProduct } from './offer-shapes.ts'

const maxDue = 6
const maxBought = 8
const maxSuggested = 6
const day = 86_400_000

interface Offers {
  due: z.input<typeof DueProduct>[]
  bought: z.input<typeof BoughtProduct>[]
  suggested: z.input<typeof SuggestedProduct>[]
}

/** Splits the habits of a business into products due for reorder, other regular products and suggestions in stock. */
export const offersFrom = (
  { bought, related }: Habits,
  cards: ReadonlyMap<string, ProductCard>,
  now = Date.now(),
): Offers => {
  const regulars = bought.flatMap((one) => {
    const card = cards.get(one.productId)
    const lastOrder = { lastQuantity: one.lastQuantity, lastAt: new Date(one.lastAt) }
    return card ? [{ offer: { ...card, ...lastOrder }, orders: one.orders, usualDays: dueAfter(one, now) }] : []
  })
  const due = regulars
    .flatMap(({ offer, usualDays }) => (usualDays === null ? [] : [{ ...offer, usualDays }]))
    .slice(0, maxDue)
  return {
    due,
    bought: regulars
      .filter(({ offer }) => due.every(({ _id }) => _id !== offer._id))
      .map(({ offer, orders }) => ({ ...offer, orders }))
      .slice(0, maxBought),
    suggested: related
      .flatMap(({ productId, because, isByLicense }) => {
        const card = cards.get(productId)
        return card && (card.isNonStocked || card.countInStock > 0)
          ? [{ ...card, reason: reasonOf(because, isByLicense) }]
          : []
      })
      .slice(0, maxSuggested),
  }
}

const reasonOf = (because: string, isByLicense: boolean): string =>
  isByLicense
    ? `Many customers with your kind of license (${because}) order this.`
    : `Customers who regularly order ${because} also order this.`

/** The usual interval in days, if it was ordered at least three times and the interval has passed; null otherwise. */
const dueAfter = ({ orders, firstAt, lastAt }: Bought, now: number): number | null => {
  if (orders < 3) return null
  const usual = Math.round((lastAt - firstAt) / day / (orders - 1))
  const since = Math.floor((now - lastAt) / day)
  return usual < 2 || since < usual || since > 6 * usual ? null : usual
}
