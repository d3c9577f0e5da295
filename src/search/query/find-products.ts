import type { Remarks } from '#catalog/contract.ts'
import { findText } from './find-text.ts'
import { noRemarks } from './find-words.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import type { StampedIds } from '../index/read-restrictions.ts'
import { compareFor, type ListingResult, listProducts, type ListOrder } from './list-products.ts'
import { type Filters, matcherOf, unfiltered } from './match-filters.ts'
import { openTest } from '../index/restrict-slots.ts'
import { bestHits, firstOf } from './rank-hits.ts'

export interface SearchRequest {
  /** Null for all products that pass the filters. */
  text: string | null
  /** The last word may be incomplete. */
  isTyping?: boolean
  filters: Filters
  /** Products the user's business ordered before; they rank first among equal matches. */
  ordered?: StampedIds | null
  /** With a text, the default `newest` means best match first. */
  order: ListOrder
}

export interface SearchResult {
  count: number
  remarks: Remarks
  /** Ids of the results from `first` up to but not including `last`. */
  part(first: number, last: number): string[]
  /** A note to show on a result; usually empty. */
  noteOf(id: string): string
}

/** Runs every listing and search: products that pass the filters and match the text, in order. */
export const searchIndex = (
  index: ProductIndex,
  { text, filters, order, isTyping = false, ordered = null }: SearchRequest,
): SearchResult => {
  const { count, remarks, part, noteOf } =
    text === null
      ? { ...listProducts(index, filters, order), remarks: noRemarks, noteOf: null }
      : searchOnce(index, {
          text,
          filters,
          order,
          isTyping,
          ordered: order === 'newest' && ordered?.ids.size ? ordered : null,
        })
  return {
    count,
    remarks,
    part: (first, last) => part(first, last).map((slot) => index.ids[slot] ?? ''),
    noteOf: (id) => noteOf?.(index.slotOf.get(id) ?? -1) ?? '',
  }
}

interface Hits extends ListingResult {
  remarks: Remarks
  noteOf: ((slot: Slot) => string) | null
}

interface Question extends Required<SearchRequest> {
  text: string
}

/** Caches text searches: users page through results, and many search for the same text. */
const searchOnce = (index: ProductIndex, question: Question): Hits => {
  const key = keyOf(question)
  if (key === null) return search(index, question)
  const { kept } = index
  const known = kept.get(key)
  const { count, remarks, part, noteOf } = known ? { ...known, part: null } : search(index, question)
  const read = (last: number): readonly Slot[] => {
    if (known && (last <= known.first.length || known.first.length === count)) return known.first
    // A user who requests a second page will request more.
    const first = part ? part(0, last) : search(index, question).part(0, 4 * last)
    kept.set(key, { count, remarks, noteOf, first })
    return first
  }
  return { count, remarks, noteOf, part: (first, last) => read(last).slice(first, last) }
}

/** Null for filters specific to one viewer: favorites and prices. */
const keyOf = ({ text, isTyping, filters, order, ordered }: Question): string | null => {
  const { contractPrices, open, ...others } = filters
  if (filters.among || contractPrices.byId.size > 0) return null
  return JSON.stringify([text, isTyping, order, others, open?.stamp ?? null, ordered?.stamp])
}

const search = (index: ProductIndex, { text, filters, order, isTyping, ordered }: Question): Hits => {
  const isSeen = matcherOf(index, unfiltered(filters.seesDrafts, filters.open))
  const isWanted = matcherOf(index, filters)
  const keepsSome = openTest(index, filters.open) !== null
  const { hits, words, remarks, noteOf = null } = findText(index, { text, isWanted, isSeen, keepsSome, isTyping })
  const isOrdered = ordered && marksOf(index, ordered.ids)
  const read = (most: number): Slot[] =>
    order === 'newest'
      ? bestHits(index, hits, { words, most, isOrdered })
      : firstOf(hits.slots, most, () => 0, compareFor(index, filters, order))
  return { count: hits.slots.length, remarks, noteOf, part: (first, last) => read(last).slice(first) }
}

/** A byte per slot, 1 for these products. */
const marksOf = ({ ids, slotOf }: ProductIndex, marked: ReadonlySet<string>): Uint8Array => {
  const marks = new Uint8Array(ids.length)
  for (const id of marked) {
    const slot = slotOf.get(id)
    if (slot !== undefined) marks[slot] = 1
  }
  return marks
}
