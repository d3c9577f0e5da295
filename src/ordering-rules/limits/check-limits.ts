import { type LimitedProduct, quantityBlock } from '#catalog/order-quantity.ts'
import { monthDayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'
import type { Allocated } from './allocation-shapes.ts'

interface Limited extends LimitedProduct {
  /** Absent if the product is not allocated or the business is unknown. */
  allocation?: Allocated | undefined
}

/** Why this business cannot order the quantity, or null. */
export const limitBlock = (limited: Limited, quantity: number): string | null =>
  quantityBlock(limited, quantity) ??
  (limited.allocation?.mode === 'prevent' && quantity > limited.allocation.left
    ? `Over your allocation: ${leftWords(limited.allocation)}.`
    : null)

/** A warning for a quantity that may be ordered anyway, or null. */
export const limitNote = ({ allocation }: Pick<Limited, 'allocation'>, quantity: number): string | null =>
  allocation?.mode === 'warn' && quantity > allocation.left ? `Over your allocation: ${leftWords(allocation)}.` : null

/** How many pieces the allocation allows. */
export const allowedBy = (allocation: Allocated | undefined): number =>
  allocation?.mode === 'prevent' ? allocation.left : Infinity

/** `6 left until Nov 30`. */
export const leftWords = ({ left, until }: Pick<Allocated, 'left' | 'until'>): string =>
  `${left > 0 ? grouped(left) : 'none'} left until ${monthDayWords(until)}`
