import type { Columns, Facet } from './index-columns.ts'
import { compareBy, insertSlots, keyBy, type SortedBy, sortings, sortSlots, withoutSlots } from './sort-products.ts'

/** Sorted lists of visible products, overall and by facet value. Every listing is a slice of these lists. */
export const makeLists = (seen: 'isThere' | 'isPublished') => ({
  seen,
  orders: new Map<SortedBy, Int32Array>(),
  sections: new Map<`${Facet} ${SortedBy}`, Sections>(),
  /** Slots of products added, removed or changed since the lists were built. */
  moved: new Set<number>(),
})

export type Lists = ReturnType<typeof makeLists>

export interface Sections {
  /** Slots grouped by value and sorted within each group. */
  slots: Int32Array
  /** Start of each group, with the total length at the end. */
  starts: Int32Array
}

interface Catalog {
  columns: Columns
  ids: readonly string[]
}

/** All slots in this order. */
export const inOrder = ({ columns, ids }: Catalog, lists: Lists, by: SortedBy): Int32Array => {
  settle({ columns, ids }, lists)
  const known = lists.orders.get(by)
  if (known) return known
  const isHidden = columns[lists.seen].map((isSeen) => 1 - isSeen)
  const order = sortSlots(
    withoutSlots(
      Int32Array.from(ids, (_, slot) => slot),
      isHidden,
    ),
    keyBy(by, columns),
    ids,
  )
  lists.orders.set(by, order)
  return order
}

/** Slots with this facet value, in this order. */
export const having = (
  catalogue: Catalog,
  lists: Lists,
  { facet, value, by }: { facet: Facet; value: number; by: SortedBy },
): Int32Array => {
  const order = inOrder(catalogue, lists, by)
  const sections = lists.sections.get(`${facet} ${by}`) ?? splitIntoSections(order, catalogue.columns[facet])
  lists.sections.set(`${facet} ${by}`, sections)
  return sections.slots.subarray(sections.starts[value] ?? 0, sections.starts[value + 1] ?? 0)
}

/** Drops cached lists that depend on stock; the sort orders don't. */
export const forgetStock = ({ sections }: Lists): void => {
  for (const by of sortings) sections.delete(`isInStock ${by}`)
}

const settle = ({ columns, ids }: Catalog, { seen, orders, sections, moved }: Lists): void => {
  if (moved.size === 0) return
  const isMoved = new Uint8Array(ids.length)
  for (const slot of moved) isMoved[slot] = 1
  const coming = [...moved].filter((slot) => columns[seen][slot] === 1)
  for (const [by, order] of orders)
    orders.set(by, insertSlots(withoutSlots(order, isMoved), coming, compareBy(keyBy(by, columns), ids)))
  sections.clear()
  moved.clear()
}

const splitIntoSections = (order: Int32Array, column: Uint8Array | Int32Array): Sections => {
  const valueAt = (at: number) => column[order[at] ?? 0] ?? 0
  let most = 0
  for (let at = 0; at < order.length; at++) most = Math.max(most, valueAt(at))
  const starts = new Int32Array(most + 2)
  for (let at = 0; at < order.length; at++) starts[valueAt(at) + 1] = (starts[valueAt(at) + 1] ?? 0) + 1
  for (let value = 0; value <= most; value++) starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0)
  const next = starts.slice()
  const slots = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) {
    const place = next[valueAt(at)] ?? 0
    slots[place] = order[at] ?? 0
    next[valueAt(at)] = place + 1
  }
  return { slots, starts }
}
