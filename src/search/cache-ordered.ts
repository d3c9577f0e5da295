import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Ordered } from './engine/find-products.ts'

/** The ids of the products that a business ordered before. */
export type OrderedBy = (businessId: string) => Promise<string[]>

const maxIds = 500_000
const milliseconds = 10 * 60_000

/** What businesses ordered before, ten minutes old at most: it only says what comes first, and a search is not to wait for it. */
export const cacheOrderedProducts = (orderedBy: OrderedBy): ((businessId: string) => Promise<Ordered>) => {
  const known = new LRUCache<string, Ordered>({
    maxSize: maxIds,
    sizeCalculation: ({ ids }) => ids.size + 1,
    ttl: milliseconds,
    // What is no longer kept is still an answer to those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (businessId) => ({ stamp: randomUUID(), ids: new Set(await orderedBy(businessId)) }),
  })
  return (businessId) => known.forceFetch(businessId)
}
