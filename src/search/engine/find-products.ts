import { findText } from './find-text.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { compareFor, listProducts, type Order } from './list-products.ts'
import { type Filters, matcherOf } from './match-filters.ts'
import { bestHits, firstOf } from './rank-hits.ts'

export interface Asked {
  /** Null for whatever passes the filters. */
  text: string | null
  filters: Filters
  /** With a text `newest`, which is the default, means the best matches first. */
  order: Order
}

export interface Found {
  count: number
  /** The text that was searched for instead, when nothing matches as typed; else empty. */
  meant: string
  /** Ids of what was found, in order, from the first to before the last. */
  part(first: number, last: number): string[]
}

/** Every listing and every search: what passes the filters and fits the text, in order. */
export const findProducts = (index: ProductIndex, { text, filters, order }: Asked): Found => {
  const idsOf = (slots: readonly Slot[]) => slots.map((slot) => index.ids[slot] ?? '')
  if (text === null) {
    const { count, part } = listProducts(index, filters, order)
    return { count, meant: '', part: (first, last) => idsOf(part(first, last)) }
  }
  const { hits, words, meant } = findText(index, text, matcherOf(index, filters))
  const read = (most: number): Slot[] =>
    order === 'newest'
      ? bestHits(index, hits, { words, most })
      : firstOf(
          hits.map(({ slot }) => slot),
          most,
          compareFor(index, filters, order),
        )
  return { count: hits.length, meant, part: (first, last) => idsOf(read(last).slice(first)) }
}
