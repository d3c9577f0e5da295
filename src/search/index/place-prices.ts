import type { ProductIndex, Slot } from './index-products.ts'
import { compareBy } from './sort-products.ts'

/** Contract prices by slot; products not in the index are omitted. */
export const contractPricesOf = (
  index: ProductIndex,
  contractPrices: ReadonlyMap<string, number>,
): ReadonlyMap<Slot, number> => placed(index, contractPrices).bySlot

/** Slots with a contract price of the user, lowest first. */
export const contractSlotsOf = (index: ProductIndex, contractPrices: ReadonlyMap<string, number>): readonly Slot[] =>
  placed(index, contractPrices).lowest

interface Placed {
  index: ProductIndex
  /** Increases when products are added to or removed from the index. */
  age: number
  bySlot: ReadonlyMap<Slot, number>
  lowest: readonly Slot[]
}

/** Weak cache of the price order of a business, kept while a request still references it. */
const known = new WeakMap<ReadonlyMap<string, number>, Placed>()

const placed = (index: ProductIndex, contractPrices: ReadonlyMap<string, number>): Placed => {
  const age = 2 * index.ids.length - index.slotOf.size
  const before = known.get(contractPrices)
  if (before?.index === index && before.age === age) return before
  const bySlot = new Map<Slot, number>()
  for (const [id, price] of contractPrices) {
    const slot = index.slotOf.get(id)
    if (slot !== undefined) bySlot.set(slot, price)
  }
  const lowest = [...bySlot.keys()].toSorted(compareBy(pricePaid(index, bySlot), index.ids))
  const after = { index, age, bySlot, lowest }
  known.set(contractPrices, after)
  return after
}

export const pricePaid = (
  { columns: { price } }: ProductIndex,
  own: ReadonlyMap<Slot, number>,
): ((slot: Slot) => number) =>
  own.size === 0 ? (slot) => price[slot] ?? 0 : (slot) => own.get(slot) ?? price[slot] ?? 0
