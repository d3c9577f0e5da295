import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Ordered } from './query/find-products.ts'

/** Loads the ids of the products that a business ordered before. */
export type OrderedBy = (businessId: string) => Promise<string[]>

const maxIds = 500_000
const milliseconds = 10 * 60_000

/**
 * Caches which products each business ordered before for up to ten minutes. They only affect ranking, so searches need
 * not query them every time.
 */
export const cacheOrderedProducts = (orderedBy: OrderedBy): ((businessId: string) => Promise<Ordered>) => {
  const known = new LRUCache<string, Ordered>({
    maxSize: maxIds,
    sizeCalculation: ({ ids }) => ids.size + 1,
    ttl: milliseconds,
    // Callers that wait for an evicted entry still get its result.
    ignoreFetchAbort: true,
    fetchMethod: async (businessId) => ({ stamp: randomUUID(), ids: new Set(await orderedBy(businessId)) }),
  })
  return (businessId) => known.forceFetch(businessId)
}
