import type { ProductIndex, Slot } from './index-products.ts'
import type { Restricted, StampedIds } from './read-restrictions.ts'

type Test = (slot: Slot) => boolean

/** Tests whether a viewer may see a product; null if nothing is hidden from them. */
export const openTest = (index: ProductIndex, open: StampedIds | null): Test | null => {
  const { numbers } = index.restrictions
  if (open === null || numbers.size === 0) return null
  const { ofSlot, ofCategory } = restrictedIn(index)
  const { category } = index.columns
  const isOpen = new Uint8Array(numbers.size + 1)
  isOpen[0] = 1
  for (const id of open.ids) isOpen[numbers.get(id) ?? 0] = 1
  return (slot) => isOpen[ofSlot[slot] ?? 0] === 1 && isOpen[ofCategory[category[slot] ?? 0] ?? 0] === 1
}

/** Slots of hidden products, among those that pass `isWanted`. */
export const hiddenSlots = (index: ProductIndex, isOpen: Test, isWanted: Test): Slot[] =>
  restrictedIn(index).slots.filter((slot) => !isOpen(slot) && isWanted(slot))

/** Computed once until a product or restriction changes. */
const restrictedIn = (index: ProductIndex): Restricted => (index.restricted ??= place(index))

const place = ({ columns, ids, slotOf, values, restrictions }: ProductIndex): Restricted => {
  const { products, categories } = restrictions
  const ofSlot = new Int32Array(ids.length)
  const ofCategory = new Int32Array(values.texts.length)
  for (const [id, number] of products) {
    const slot = slotOf.get(id)
    if (slot !== undefined) ofSlot[slot] = number
  }
  for (const [name, number] of categories) {
    const value = values.known(name)
    if (value >= 0) ofCategory[value] = number
  }
  const slots: Slot[] = []
  for (let slot = 0; slot < ids.length; slot++)
    if (columns.isThere[slot] === 1 && (ofSlot[slot] || ofCategory[columns.category[slot] ?? 0])) slots.push(slot)
  return { ofSlot, ofCategory, slots }
}
