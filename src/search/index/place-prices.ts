import type { ProductIndex, Slot } from './index-products.ts'
import { compareBy } from './sort-products.ts'

/** Contract prices by product id, and their slots while the index has the same products. */
export interface ContractPrices {
  readonly byId: ReadonlyMap<string, number>
  placed: PlacedPrices | null
}

export interface PlacedPrices {
  index: ProductIndex
  /** Increases when products are added to or removed from the index. */
  age: number
  bySlot: ReadonlyMap<Slot, number>
  /** Slots, lowest price first. */
  lowest: readonly Slot[]
}

export const noContractPrices: ContractPrices = { byId: new Map(), placed: null }

/** Contract prices by slot; products not in the index are omitted. */
export const placePrices = (index: ProductIndex, prices: ContractPrices): PlacedPrices => {
  const age = 2 * index.ids.length - index.slotOf.size
  if (prices.placed?.index === index && prices.placed.age === age) return prices.placed
  const bySlot = new Map<Slot, number>()
  for (const [id, price] of prices.byId) {
    const slot = index.slotOf.get(id)
    if (slot !== undefined) bySlot.set(slot, price)
  }
  const lowest = [...bySlot.keys()].toSorted(compareBy(pricePaid(index, bySlot), index.ids))
  prices.placed = { index, age, bySlot, lowest }
  return prices.placed
}

export const pricePaid = (
  { columns: { price } }: ProductIndex,
  own: ReadonlyMap<Slot, number>,
): ((slot: Slot) => number) =>
  own.size === 0 ? (slot) => price[slot] ?? 0 : (slot) => own.get(slot) ?? price[slot] ?? 0
