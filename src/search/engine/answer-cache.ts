import { LRUCache } from 'lru-cache'
import type { Remarks } from '#catalog/contract.ts'

/** Cached results of a query, up to the last requested page. */
export interface CachedAnswer {
  count: number
  remarks: Remarks
  noteOf: ((slot: number) => string) | null
  /** Product slots, in order. */
  first: readonly number[]
}

/** Results shared by all users until a product changes. Entries are sized by their slots and key characters. */
export const makeAnswerCache = () =>
  new LRUCache<string, CachedAnswer>({
    maxSize: 500_000,
    sizeCalculation: ({ first }, key) => key.length + first.length,
  })
