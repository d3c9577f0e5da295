import { dayWords, monthDayWords } from '#shared/day-words.ts'
import { businessToday } from '#web/business-day.ts'
import type { ProductCard } from '../contract.ts'

/** `Ordered Nov 24`, with the year if it is another; null if the reader's business never ordered the product. */
export const orderedWords = ({ isOrderedBefore, lastOrderedOn }: ProductCard): string | null => {
  if (!isOrderedBefore) return null
  if (!lastOrderedOn) return 'Ordered before'
  const isThisYear = lastOrderedOn.slice(0, 4) === businessToday().slice(0, 4)
  return `Ordered ${isThisYear ? monthDayWords(lastOrderedOn) : dayWords(lastOrderedOn)}`
}
