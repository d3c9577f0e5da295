import { LRUCache } from 'lru-cache'
import type { Remarks } from '#catalog/contract.ts'

/** Cached results of a query, up to the last requested page. */
export interface CachedAnswer {
  count: number
  remarks: Remarks
  noteOf: ((slot: number) => string) | null
  /** By their slots. */
  first: readonly number[]
}

/** Answers that hold until a product changes, for everybody who asks the same; slots and letters are what takes room. */
export const makeAnswerCache = () =>
  new LRUCache<string, CachedAnswer>({
    maxSize: 500_000,
    sizeCalculation: ({ first }, key) => key.length + first.length,
  })
