import type { Facets } from '#catalogue/contract.ts'
import type { Wanted } from '../filter-products.ts'
import type { Entry, Numbering } from './index-products.ts'

const listed = ['category', 'manufacturer', 'form'] as const
type Listed = (typeof listed)[number]

/** A wholesaler has dozens of categories and forms, and thousands of manufacturers. */
const mostValues: Record<Listed, number> = { category: 200, form: 200, manufacturer: 300 }

/**
 * How many of the products each further filter would leave, each counted with all filters but its own. The products
 * come without any of these five filters.
 */
export const countFacets = (entries: Iterable<Entry>, wanted: Wanted, values: Numbering): Facets => {
  const chosen: Record<Listed, number | null> = { category: null, manufacturer: null, form: null }
  for (const facet of listed) if (wanted[facet] !== null) chosen[facet] = values.known(wanted[facet])
  const counts: Record<Listed, number[]> = { category: [], manufacturer: [], form: [] }
  let refrigerated = 0
  let inStock = 0
  for (const entry of entries) {
    const misses = missedBy(entry, chosen, wanted)
    // What misses one filter is counted by that one's own facet alone.
    for (const facet of listed) {
      if (misses > (isMissed(entry, chosen, facet) ? 1 : 0)) continue
      const count = counts[facet]
      count[entry[facet]] = (count[entry[facet]] ?? 0) + 1
    }
    if (entry.isCold && misses === 0) refrigerated++
    if (entry.isInStock && misses === 0) inStock++
  }
  const listOf = (facet: Listed) =>
    mostCommon(counts[facet], values, { chosen: wanted[facet], most: mostValues[facet] })
  return {
    category: listOf('category'),
    manufacturer: listOf('manufacturer'),
    form: listOf('form'),
    refrigerated,
    inStock,
  }
}

const isMissed = (entry: Entry, chosen: Record<Listed, number | null>, facet: Listed): boolean =>
  chosen[facet] !== null && entry[facet] !== chosen[facet]

/** How many of the filters the product does not pass. */
const missedBy = (entry: Entry, chosen: Record<Listed, number | null>, { isCold, isInStock }: Wanted): number =>
  (isMissed(entry, chosen, 'category') ? 1 : 0) +
  (isMissed(entry, chosen, 'manufacturer') ? 1 : 0) +
  (isMissed(entry, chosen, 'form') ? 1 : 0) +
  (isCold && !entry.isCold ? 1 : 0) +
  (isInStock && !entry.isInStock ? 1 : 0)

/** The value that is chosen stays in the list, so that it can be seen and taken off. */
const mostCommon = (
  counts: number[],
  values: Numbering,
  { chosen, most }: { chosen: string | null; most: number },
): Facets[Listed] => {
  const all: Facets[Listed] = []
  counts.forEach((count, number) => {
    const value = values.textOf(number)
    if (value !== '') all.push({ value, count })
  })
  all.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  const shown = all.filter(({ value }, place) => place < most || value === chosen)
  return chosen === null || shown.some(({ value }) => value === chosen)
    ? shown
    : [...shown, { value: chosen, count: 0 }]
}
