import { findProducts } from './engine/find-products.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
import { type Filters, unfiltered } from './engine/match-filters.ts'

interface Narrowed {
  /** Of all products or among some. */
  among?: ReadonlySet<string> | null
  storage?: string | null
  worklist?: Filters['worklist']
  most?: number
}

/** Ids of what fits a text, drafts as well, the best first; without a text, of all that passes. */
export const findIds = async (
  followed: FollowedIndex,
  text: string | null,
  { most = Infinity, ...filters }: Narrowed,
): Promise<string[]> => {
  const index = await followed.fresh()
  const { part } = findProducts(index, { text, order: 'newest', filters: { ...unfiltered(true), ...filters } })
  return part(0, Math.min(most, index.slotOf.size))
}
