import type { Columns } from './index-columns.ts'

/** Sort keys, ascending; ties are broken by id. */
const keys = {
  newest: ({ createdAt }: Columns, slot: number) => -(createdAt[slot] ?? 0),
  /** Read backward for highest first. */
  lowest: ({ price }: Columns, slot: number) => price[slot] ?? 0,
  /** Combines rating and number of reviews in one number; more reviews win ties. */
  toprated: ({ rating, numReviews }: Columns, slot: number) =>
    -((rating[slot] ?? 0) * 2 ** 40 + (numReviews[slot] ?? 0)),
  /** Ratings never exceed five. */
  featured: ({ rating, numReviews }: Columns, slot: number) => -((numReviews[slot] ?? 0) * 8 + (rating[slot] ?? 0)),
}

export type SortedBy = keyof typeof keys
export const sortings = Object.keys(keys) as SortedBy[]

type KeyOf = (slot: number) => number
export type Compare = (one: number, other: number) => number

export const keyBy =
  (by: SortedBy, columns: Columns): KeyOf =>
  (slot) =>
    keys[by](columns, slot)

export const compareBy =
  (keyOf: KeyOf, ids: readonly string[]): Compare =>
  (one, other) =>
    keyOf(one) - keyOf(other) || byText(ids[one], ids[other])

const byText = (one = '', other = ''): number => (one < other ? -1 : one > other ? 1 : 0)

export const sortSlots = (slots: Int32Array, keyOf: KeyOf, ids: readonly string[]): Int32Array => {
  const byId: Compare = (one, other) => byText(ids[one], ids[other])
  // Slots are loaded in id order; with ids in order, comparing numbers suffices.
  const ordered = slots.every((slot, at) => at === 0 || byId(slots[at - 1] ?? 0, slot) < 0)
    ? slots
    : slots.toSorted(byId)
  const keyed = Float64Array.from(ids, (_, slot) => keyOf(slot))
  return ordered.toSorted((one, other) => (keyed[one] ?? 0) - (keyed[other] ?? 0))
}

/** Inserts slots at their sorted positions. */
export const insertSlots = (order: Int32Array, slots: readonly number[], compare: Compare): Int32Array => {
  const next = new Int32Array(order.length + slots.length)
  let from = 0
  for (const [nth, slot] of slots.toSorted(compare).entries()) {
    const at = firstWhere(order, (other) => compare(other, slot) > 0, from)
    next.set(order.subarray(from, at), from + nth)
    next[at + nth] = slot
    from = at
  }
  next.set(order.subarray(from), from + slots.length)
  return next
}

/** Removes the marked slots. A loop, because a filter callback per slot is slower. */
export const withoutSlots = (order: Int32Array, isMarked: Uint8Array): Int32Array => {
  const rest = new Int32Array(order.length)
  let count = 0
  for (let at = 0; at < order.length; at++) {
    const slot = order[at] ?? 0
    if (isMarked[slot] !== 1) rest[count++] = slot
  }
  return rest.subarray(0, count)
}

/** Binary search for the first position where the monotonic condition is true; the length if there is none. */
export const firstWhere = (order: Int32Array, isTrue: (slot: number) => boolean, from = 0): number => {
  let [low, high] = [from, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(order[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
