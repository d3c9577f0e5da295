import type { Facets } from '#catalog/contract.ts'
import { type Facet, facets } from '../index/index-columns.ts'
import { findRelated, findText } from './find-text.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import { candidatesFor } from './list-products.ts'
import { openTest } from '../index/restrict-slots.ts'
import {
  type Filters,
  matcherOf,
  passing,
  requestedValue,
  unfiltered,
  visibilityTests,
  withoutFacets,
} from './match-filters.ts'

type Listed = Exclude<Facet, 'isCold' | 'isInStock'>

/** Limits the values per facet: wholesalers have dozens of categories and forms but thousands of manufacturers. */
const maxValues: Record<Listed, number> = {
  category: 200,
  form: 200,
  manufacturer: 300,
  schedule: 4,
  storage: 2,
  pack: 100,
}

/** Facet counts. Each facet is counted with all filters except its own. */
export const countFacets = (index: ProductIndex, text: string | null, filters: Filters): Facets => {
  const found = text === null ? null : slotsFor(index, text, filters)
  const slotsBy = (others: Filters): Int32Array => {
    const { list, rest } = found ? { list: found, rest: others } : candidatesFor(index, others, 'newest')
    return passing(list, visibilityTests(index, rest))
  }
  const all = slotsBy(filters)
  const countBy = (facet: Facet) => {
    const isChosen = requestedValue(index, filters, facet) !== null
    return countValues(index, facet, isChosen ? slotsBy(withoutFacets(filters, [facet])) : all)
  }
  const listOf = (facet: Listed) =>
    mostCommon(index, countBy(facet), { chosen: filters[facet], most: maxValues[facet] })
  return {
    category: listOf('category'),
    manufacturer: listOf('manufacturer'),
    form: listOf('form'),
    schedule: listOf('schedule'),
    storage: listOf('storage'),
    pack: listOf('pack'),
    refrigerated: countBy('isCold')[1] ?? 0,
    inStock: countBy('isInStock')[1] ?? 0,
  }
}

/** Slots that match the text regardless of facets, using the words that matched with all filters. */
const slotsFor = (index: ProductIndex, text: string, filters: Filters): Int32Array => {
  const isSeen = matcherOf(index, unfiltered(filters.seesDrafts, filters.open))
  const keepsSome = openTest(index, filters.open) !== null
  const sought = { text, isWanted: matcherOf(index, filters), isSeen, keepsSome, isTyping: false }
  const { slots } = facets.some((facet) => requestedValue(index, filters, facet) !== null)
    ? findRelated(index, sought, matcherOf(index, withoutFacets(filters, facets)))
    : findText(index, sought).hits
  return slots
}

/** Product counts by category name; '' counts products without a category. */
export const countCategories = (index: ProductIndex, filters: Filters): Facets['category'] => {
  const { list, rest } = candidatesFor(index, filters, 'newest')
  const counts = countValues(index, 'category', passing(list, visibilityTests(index, rest)))
  return counted(index, counts).toSorted((one, other) => (one.value < other.value ? -1 : 1))
}

/** Counts by value number. */
const countValues = ({ columns, values }: ProductIndex, facet: Facet, slots: ArrayLike<Slot>): Int32Array => {
  const counts = new Int32Array(Math.max(values.texts.length, 2))
  const column = columns[facet]
  for (let at = 0; at < slots.length; at++) {
    const value = column[slots[at] ?? 0] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}

const counted = ({ values: { texts } }: ProductIndex, counts: Int32Array): Facets[Listed] =>
  Array.from(counts, (count, number) => ({ value: texts[number] ?? '', count })).filter(({ count }) => count > 0)

/** The selected value stays in the list so that it can be cleared. */
const mostCommon = (
  index: ProductIndex,
  counts: Int32Array,
  { chosen, most }: { chosen: string | null; most: number },
): Facets[Listed] => {
  const all = counted(index, counts)
    .filter(({ value }) => value !== '')
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  const shown = all.filter(({ value }, place) => place < most || value === chosen)
  return chosen === null || shown.some(({ value }) => value === chosen)
    ? shown
    : [...shown, { value: chosen, count: 0 }]
}
