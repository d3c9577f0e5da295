import { numbersFrom } from '#shared/testing-chance.ts'
import { searchIndex } from './find-products.ts'
import { type IndexedProduct, makeIndex, type ProductIndex, putInIndex } from './index-products.ts'
import { unfiltered } from './match-filters.ts'

/** Draws distinct names by seed. */
export const drawNames = (names: readonly string[], seed: number, count: number): string[] => {
  const left = [...new Set(names)].toSorted()
  const random = numbersFrom(seed)
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? '',
  )
}

export const indexOf = (products: readonly IndexedProduct[]): ProductIndex => {
  const index = makeIndex()
  for (const product of products) putInIndex(index, product)
  return index
}

export const firstPage = (index: ProductIndex, text: string): string[] =>
  searchIndex(index, { text, filters: unfiltered(false), order: 'newest' }).part(0, 12)
