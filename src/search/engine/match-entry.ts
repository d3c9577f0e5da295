import type { Wanted } from '../filter-products.ts'
import type { Entry, ProductIndex } from './index-products.ts'

/** The filters of a search, as the listing's SQL has them, for products of the index. */
export const matcherOf = (
  { values }: ProductIndex,
  wanted: Wanted,
  favourites: ReadonlySet<string> | null,
): ((entry: Entry) => boolean) => {
  const { seesDrafts, price, leastRating, isCold, worklist, isInStock } = wanted
  const tests: ((entry: Entry) => boolean)[] = []
  if (!seesDrafts) tests.push((entry) => entry.isPublished)
  for (const facet of ['category', 'manufacturer', 'form'] as const) {
    const text = wanted[facet]
    if (text === null) continue
    const value = values.known(text)
    tests.push((entry) => entry[facet] === value)
  }
  if (price) tests.push((entry) => entry.price >= price.from && entry.price <= price.to)
  if (leastRating !== null) tests.push((entry) => entry.rating >= leastRating)
  if (isCold) tests.push((entry) => entry.isCold)
  if (isInStock) tests.push((entry) => entry.isInStock)
  if (favourites) tests.push((entry) => favourites.has(entry.id))
  if (worklist !== 'all') tests.push(lacking[worklist])
  const [only = () => true] = tests
  return tests.length < 2 ? only : (entry) => tests.every((test) => test(entry))
}

const lacking: Record<Exclude<Wanted['worklist'], 'all'>, (entry: Entry) => boolean> = {
  drafts: (entry) => !entry.isPublished,
  soldout: (entry) => !entry.isInStock,
  unpriced: (entry) => entry.price === 0,
  unpictured: (entry) => entry.isUnpictured,
}
