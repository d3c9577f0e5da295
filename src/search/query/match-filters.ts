import type { ProductIndex, Slot } from '../index/index-products.ts'
import { type Columns, type Facet, facets } from '../index/index-columns.ts'
import type { StampedIds } from '../index/read-restrictions.ts'
import { type ContractPrices, noContractPrices, placePrices, pricePaid } from '../index/place-prices.ts'
import { openTest } from '../index/restrict-slots.ts'

/** Filters besides the text. */
export interface Filters {
  seesDrafts: boolean
  /** The restrictions open to the viewer; null if nothing is hidden from them. */
  open: StampedIds | null
  category: string | null
  manufacturer: string | null
  form: string | null
  schedule: string | null
  storage: string | null
  pack: string | null
  isCold: boolean
  isInStock: boolean
  /** Both bounds are inclusive. */
  price: { from: number; to: number } | null
  leastRating: number | null
  worklist: 'all' | 'drafts' | 'soldout' | 'unpriced' | 'unpictured'
  /** If set, only these products. */
  among: ReadonlySet<string> | null
  /** The user's contract prices, where they differ from the list price. */
  contractPrices: ContractPrices
}

/** Filters that pass everything the viewer may see. */
export const unfiltered = (seesDrafts: boolean, open: StampedIds | null = null): Filters => ({
  seesDrafts,
  open,
  category: null,
  manufacturer: null,
  form: null,
  schedule: null,
  storage: null,
  pack: null,
  isCold: false,
  isInStock: false,
  price: null,
  leastRating: null,
  worklist: 'all',
  among: null,
  contractPrices: noContractPrices,
})

/** The filters without these facets. */
export const withoutFacets = (filters: Filters, gone: readonly Facet[]): Filters => {
  const open = unfiltered(filters.seesDrafts)
  return { ...filters, ...Object.fromEntries(gone.map((facet) => [facet, open[facet]])) }
}

/** The number of the requested value: -1 if no product has it, null if there is no filter. */
export const requestedValue = ({ values }: ProductIndex, filters: Filters, facet: Facet): number | null => {
  const wanted = filters[facet]
  return typeof wanted === 'string' ? values.known(wanted) : wanted ? 1 : null
}

export type Test = (slot: Slot) => boolean

/** Tests that a product is visible and passes all filters. */
export const matcherOf = (index: ProductIndex, filters: Filters): Test => {
  const { isThere, isPublished } = index.columns
  const seen = filters.seesDrafts ? isThere : isPublished
  return allTests([(slot) => seen[slot] === 1, ...visibilityTests(index, filters)])
}

/** The part of a list that passes the tests, in order; without tests, the list itself. */
export const passing = (list: Int32Array, tests: readonly Test[]): Int32Array => {
  if (tests.length === 0) return list
  const isWanted = allTests(tests)
  const kept = new Int32Array(list.length)
  let count = 0
  for (let at = 0; at < list.length; at++) {
    const slot = list[at] ?? 0
    if (isWanted(slot)) kept[count++] = slot
  }
  return kept.subarray(0, count)
}

export const allTests = (tests: readonly Test[]): Test => {
  const [only = () => true] = tests
  if (tests.length < 2) return only
  return (slot) => {
    for (const test of tests) if (!test(slot)) return false
    return true
  }
}

/** The visibility tests for a list that also contains hidden products. */
export const visibilityTests = (index: ProductIndex, filters: Filters): Test[] => {
  const isOpen = openTest(index, filters.open)
  return isOpen ? [isOpen, ...testsOf(index, filters)] : testsOf(index, filters)
}

/** One test for each filter, for visible products. */
export const testsOf = (index: ProductIndex, filters: Filters): Test[] => {
  const { columns, ids } = index
  const { price, leastRating, worklist, among } = filters
  const tests: Test[] = []
  for (const facet of facets) {
    const value = requestedValue(index, filters, facet)
    const column = columns[facet]
    if (value !== null) tests.push((slot) => column[slot] === value)
  }
  if (price) {
    const priceOf = pricePaid(index, placePrices(index, filters.contractPrices).bySlot)
    tests.push((slot) => {
      const paid = priceOf(slot)
      return paid >= price.from && paid <= price.to
    })
  }
  if (leastRating !== null) tests.push((slot) => (columns.rating[slot] ?? 0) >= leastRating)
  if (among) tests.push((slot) => among.has(ids[slot] ?? ''))
  if (worklist !== 'all') tests.push((slot) => isLacking[worklist](columns, slot))
  return tests
}

const isLacking: Record<Exclude<Filters['worklist'], 'all'>, (columns: Columns, slot: Slot) => boolean> = {
  drafts: ({ isPublished }, slot) => isPublished[slot] !== 1,
  soldout: ({ isInStock }, slot) => isInStock[slot] !== 1,
  unpriced: ({ price }, slot) => price[slot] === 0,
  unpictured: ({ isUnpictured }, slot) => isUnpictured[slot] === 1,
}
