import { findProducts } from './engine/find-products.ts'
import type { FollowedIndex } from './engine/follow-catalogue.ts'
import { unfiltered } from './engine/match-filters.ts'

/** Ids of what fits a text, drafts as well, the best first: of all products or among some. */
export const findIds = async (
  followed: FollowedIndex,
  text: string,
  { among = null, most = Infinity }: { among?: ReadonlySet<string> | null; most?: number },
): Promise<string[]> => {
  const index = await followed.fresh()
  const { part } = findProducts(index, { text, order: 'newest', filters: { ...unfiltered(true), among } })
  return part(0, Math.min(most, index.slotOf.size))
}
