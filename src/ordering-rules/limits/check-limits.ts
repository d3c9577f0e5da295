import { type OrderLimits, quantityBlock } from '#catalog/order-quantity.ts'
import { monthDayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'
import type { Allocated } from './allocation-shapes.ts'

interface Limited extends OrderLimits {
  /** Absent where the product is not allocated or the business is unknown. */
  allocation?: Allocated | undefined
}

/** Why this quantity cannot be ordered by this business, or null. */
export const limitBlock = (limited: Limited, quantity: number): string | null =>
  quantityBlock(limited, quantity) ??
  (limited.allocation?.mode === 'prevent' && quantity > limited.allocation.left
    ? `Over your allocation: ${leftWords(limited.allocation)}.`
    : null)

/** What should be known of a quantity that may be ordered all the same, or null. */
export const limitNote = ({ allocation }: Pick<Limited, 'allocation'>, quantity: number): string | null =>
  allocation?.mode === 'warn' && quantity > allocation.left ? `Over your allocation: ${leftWords(allocation)}.` : null

/** How many pieces the allocation lets through. */
export const allowedBy = (allocation: Allocated | undefined): number =>
  allocation?.mode === 'prevent' ? allocation.left : Infinity

/** `6 left until Nov 30`. */
export const leftWords = ({ left, until }: Pick<Allocated, 'left' | 'until'>): string =>
  `${left > 0 ? grouped(left) : 'none'} left until ${monthDayWords(until)}`
