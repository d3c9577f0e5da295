import type { Wanted } from '../filter-products.ts'
import type { ProductIndex } from './index-products.ts'

type CountByPrice = (wanted: Pick<Wanted, 'seesDrafts' | 'category' | 'price'>) => number

/** Counts products by category and price, as the listing's SQL does; good for as long as the index stays as it is. */
export const countByPrice = (index: ProductIndex): CountByPrice => {
  const published: Lists = new Map()
  const drafts: Lists = new Map()
  for (const entry of index.entries) {
    if (!entry) continue
    const lists = entry.isPublished ? published : drafts
    const list = lists.get(entry.category)
    if (list) list.prices.push(entry.price)
    else lists.set(entry.category, { prices: [entry.price], sorted: null })
  }
  return ({ seesDrafts, category, price }) => {
    const number = category === null ? null : index.values.known(category)
    const count = (lists: Lists) => {
      const chosen = number === null ? [...lists.values()] : [lists.get(number) ?? none]
      return chosen.reduce((sum, list) => sum + countIn(list, price), 0)
    }
    return count(published) + (seesDrafts ? count(drafts) : 0)
  }
}

/** The prices of each category, by its number. */
type Lists = Map<number, List>

interface List {
  prices: number[]
  /** Made when a range is first asked for. */
  sorted: Float64Array | null
}

const none: List = { prices: [], sorted: null }

/** Both bounds belong to the range. */
const countIn = (list: List, price: Wanted['price']): number => {
  if (!price) return list.prices.length
  const sorted = (list.sorted ??= Float64Array.from(list.prices).sort())
  return Math.max(0, placeOf(sorted, (each) => each > price.to) - placeOf(sorted, (each) => each >= price.from))
}

/** The place of the first price past the boundary. */
const placeOf = (sorted: Float64Array, isPast: (price: number) => boolean): number => {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isPast(sorted[middle] ?? Infinity)) to = middle
    else from = middle + 1
  }
  return from
}
