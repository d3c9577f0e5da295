import type { Remarks } from '#catalogue/contract.ts'
import { findText, noRemarks } from './find-text.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { compareFor, listProducts, type Order } from './list-products.ts'
import { type Filters, matcherOf, unfiltered } from './match-filters.ts'
import { bestHits, firstOf } from './rank-hits.ts'

export interface Asked {
  /** Null for whatever passes the filters. */
  text: string | null
  /** The text's last word may be unfinished. */
  isTyping?: boolean
  filters: Filters
  /** With a text `newest`, which is the default, means the best matches first. */
  order: Order
}

export interface Found {
  count: number
  remarks: Remarks
  /** Ids of what was found, in order, from the first to before the last. */
  part(first: number, last: number): string[]
}

/** Every listing and every search: what passes the filters and fits the text, in order. */
export const findProducts = (index: ProductIndex, { text, filters, order, isTyping = false }: Asked): Found => {
  const idsOf = (slots: readonly Slot[]) => slots.map((slot) => index.ids[slot] ?? '')
  if (text === null) {
    const { count, part } = listProducts(index, filters, order)
    return { count, remarks: noRemarks, part: (first, last) => idsOf(part(first, last)) }
  }
  const isSeen = matcherOf(index, unfiltered(filters.seesDrafts))
  const { hits, words, remarks } = findText(index, { text, isWanted: matcherOf(index, filters), isSeen, isTyping })
  const read = (most: number): Slot[] =>
    order === 'newest'
      ? bestHits(index, hits, { words, most })
      : firstOf(hits.slots, most, () => 0, compareFor(index, filters, order))
  return { count: hits.slots.length, remarks, part: (first, last) => idsOf(read(last).slice(first)) }
}
