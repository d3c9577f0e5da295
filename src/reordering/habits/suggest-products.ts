import { type Bought, type Habits, maxRelated } from './compute-habits.ts'
import type { OfferedProduct, SuggestedProduct } from './offer-shapes.ts'

const maxDue = 3
const maxSuggested = 8
const day = 86_400_000

export interface SuggestionReason {
  productId: string
  reason: string
  quantity: number
  /** It is due for reorder. */
  isDue: boolean
}

/** Products due for reorder, then products that others order, each with its reason. */
export const reasonsFrom = ({ bought, related }: Habits, now = Date.now()): SuggestionReason[] => [
  ...bought.flatMap((one) => dueReason(one, now)).slice(0, 2 * maxDue),
  ...related.slice(0, maxRelated).map(({ productId, because, isByLicense }) => ({
    productId,
    reason: isByLicense
      ? `Many customers with your kind of license (${because}) order this.`
      : `Customers who regularly order ${because} also order this.`,
    quantity: 1,
    isDue: false,
  })),
]

/** Ordered at least three times, and the usual interval has passed. */
const dueReason = ({ productId, orders, firstAt, lastAt, lastQuantity }: Bought, now: number): SuggestionReason[] => {
  if (orders < 3) return []
  const usual = Math.round((lastAt - firstAt) / day / (orders - 1))
  const since = Math.floor((now - lastAt) / day)
  if (usual < 2 || since < usual || since > 6 * usual) return []
  return [
    {
      productId,
      reason: `Usually every ${usual} days. Last ordered ${since} days ago.`,
      quantity: lastQuantity,
      isDue: true,
    },
  ]
}

/** Keeps the suggestions that are in stock. */
export const suggestedAmong = (
  offered: ReadonlyMap<string, OfferedProduct>,
  reasons: readonly SuggestionReason[],
): SuggestedProduct[] => {
  const suggested = (wanted: readonly SuggestionReason[]) =>
    wanted.flatMap(({ productId, reason, quantity }) => {
      const product = offered.get(productId)
      const isToHave = product && (product.isNonStocked || product.countInStock > 0)
      return isToHave ? [{ ...product, reason, quantity }] : []
    })
  const due = suggested(reasons.filter(({ isDue }) => isDue)).slice(0, maxDue)
  return [...due, ...suggested(reasons.filter(({ isDue }) => !isDue))].slice(0, maxSuggested)
}
