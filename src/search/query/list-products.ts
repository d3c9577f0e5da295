import { having, inOrder } from '../index/arrange-products.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import { facets } from '../index/index-columns.ts'
import {
  allTests,
  type Filters,
  matcherOf,
  passing,
  type Test,
  testsOf,
  unfiltered,
  requestedValue,
  withoutFacets,
} from './match-filters.ts'
import { noContractPrices, placePrices, pricePaid } from '../index/place-prices.ts'
import { hiddenSlots, openTest } from '../index/restrict-slots.ts'
import { type Compare, compareBy, firstWhere, keyBy, type SortedBy } from '../index/sort-products.ts'

export type ListOrder = SortedBy | 'highest'

export interface ListingResult {
  count: number
  /** Slots from `first` up to but not including `last`. */
  part(first: number, last: number): Slot[]
}

/** Products that pass the filters, in this order. */
export const listProducts = (index: ProductIndex, filters: Filters, order: ListOrder): ListingResult => {
  if (order === 'lowest' || order === 'highest') return listByPrice(index, filters, order === 'highest')
  const { list, rest } = candidatesFor(index, filters, order)
  return listingIn(index, filters, { list, tests: testsOf(index, rest), isBackwards: false })
}

/** The comparison for this order. */
export const compareFor = (index: ProductIndex, filters: Filters, order: ListOrder): Compare => {
  const isByPrice = order === 'lowest' || order === 'highest'
  const keyOf = isByPrice
    ? pricePaid(index, placePrices(index, filters.contractPrices).bySlot)
    : keyBy(order, index.columns)
  const compare = compareBy(keyOf, index.ids)
  return order === 'highest' ? (one, other) => compare(other, one) : compare
}

interface Candidates {
  /** Sorted; contains only visible products. */
  list: Int32Array
  /** Filters that still have to be applied. */
  rest: Filters
}

/** The shortest cached list in this order that contains all results. */
export const candidatesFor = (index: ProductIndex, filters: Filters, by: SortedBy): Candidates => {
  if (filters.among) return amongThem(index, filters, by)
  const lists = filters.seesDrafts ? index.all : index.published
  const [shortest] = facets
    .flatMap((facet) => {
      const value = requestedValue(index, filters, facet)
      return value === null
        ? []
        : { list: having(index, lists, { facet, value, by }), rest: withoutFacets(filters, [facet]) }
    })
    .toSorted((one, other) => one.list.length - other.list.length)
  return shortest ?? { list: inOrder(index, lists, by), rest: filters }
}

const amongThem = (index: ProductIndex, filters: Filters, by: SortedBy): Candidates => {
  const isSeen = matcherOf(index, unfiltered(filters.seesDrafts, filters.open))
  const slots = [...(filters.among ?? [])].flatMap((id) => index.slotOf.get(id) ?? []).filter(isSeen)
  const list = Int32Array.from(slots).sort(compareBy(keyBy(by, index.columns), index.ids))
  return { list, rest: { ...filters, among: null } }
}

/**
 * Sorts by the user's price. Few products have a contract price, so those are moved within the list sorted by list
 * price.
 */
const listByPrice = (index: ProductIndex, filters: Filters, isBackwards: boolean): ListingResult => {
  const { list, rest } = candidatesFor(index, filters, 'lowest')
  const { from, to } = filters.price ?? { from: 0, to: Infinity }
  const isPriced = (price: number) => price >= from && price <= to
  const listPrice = (slot: Slot) => index.columns.price[slot] ?? 0
  const priced = list.subarray(
    firstWhere(list, (slot) => listPrice(slot) >= from),
    firstWhere(list, (slot) => listPrice(slot) > to),
  )
  const tests = testsOf(index, { ...rest, price: null })
  const { bySlot: contractPrices, lowest: placed } = placePrices(index, filters.contractPrices)
  const own = placed.filter(matcherOf(index, { ...filters, price: null }))
  if (own.length === 0) return listingIn(index, filters, { list: priced, tests, isBackwards })
  const isOpen = openTest(index, filters.open) ?? (() => true)

  const compare = compareFor(index, filters, isBackwards ? 'highest' : 'lowest')
  const lowest = own.filter((slot) => isPriced(contractPrices.get(slot) ?? 0))
  const coming = isBackwards ? lowest.toReversed() : lowest
  const isStaying = allTests([(slot) => !contractPrices.has(slot), isOpen, ...tests])
  const read = (most: number) => merge({ list: priced, isBackwards, isStaying, coming, compare, most })
  if (tests.length > 0) return listingOf(new Int32Array(read(Infinity)), false)
  const going = own.filter((slot) => isPriced(listPrice(slot)))
  return {
    count: priced.length - countKept(index, filters, isOpen) - going.length + coming.length,
    part: (first, last) => read(last).slice(first),
  }
}

/**
 * Applies tests and visibility to a list. Without other tests, only the hidden products are scanned to compute the
 * count.
 */
const listingIn = (
  index: ProductIndex,
  filters: Filters,
  { list, tests, isBackwards }: { list: Int32Array; tests: Test[]; isBackwards: boolean },
): ListingResult => {
  const isOpen = openTest(index, filters.open)
  if (!isOpen) return listingOf(passing(list, tests), isBackwards)
  if (tests.length > 0 || filters.among) return listingOf(passing(list, [isOpen, ...tests]), isBackwards)
  const read = (last: number): Slot[] => {
    const seen: Slot[] = []
    for (let at = 0; at < list.length && seen.length < last; at++) {
      const slot = list[isBackwards ? list.length - 1 - at : at] ?? 0
      if (isOpen(slot)) seen.push(slot)
    }
    return seen
  }
  return { count: list.length - countKept(index, filters, isOpen), part: (first, last) => read(last).slice(first) }
}

/** How many products that pass the filters at list prices are hidden from the user. */
const countKept = (index: ProductIndex, filters: Filters, isOpen: Test): number =>
  hiddenSlots(index, isOpen, matcherOf(index, { ...filters, open: null, contractPrices: noContractPrices })).length

interface Merge {
  list: Int32Array
  isBackwards: boolean
  isStaying: Test
  /** Products to insert at their sorted positions. */
  coming: readonly Slot[]
  compare: Compare
  most: number
}

/** The first `most` slots of the list, with the other slots merged in. */
const merge = ({ list, isBackwards, isStaying, coming, compare, most }: Merge): Slot[] => {
  const merged: Slot[] = []
  let next = 0
  for (let at = 0; at < list.length && merged.length < most; at++) {
    const slot = list[isBackwards ? list.length - 1 - at : at] ?? 0
    if (!isStaying(slot)) continue
    for (let one = coming[next]; one !== undefined && compare(one, slot) < 0; one = coming[++next]) merged.push(one)
    merged.push(slot)
  }
  return [...merged, ...coming.slice(next)].slice(0, most)
}

const listingOf = (slots: Int32Array, isBackwards: boolean): ListingResult => {
  const count = slots.length
  return {
    count,
    part: (first, last) =>
      isBackwards
        ? [...slots.subarray(Math.max(0, count - last), Math.max(0, count - first))].toReversed()
        : [...slots.subarray(first, last)],
  }
}
