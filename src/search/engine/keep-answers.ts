import { LRUCache } from 'lru-cache'
import type { Remarks } from '#catalog/contract.ts'

/** What was found for a text, as far as somebody has leafed through it. */
export interface KeptAnswer {
  count: number
  remarks: Remarks
  noteOf: ((slot: number) => string) | null
  /** By their slots. */
  first: readonly number[]
}

/** Answers that hold until a product changes, for everybody who asks the same; slots and letters are what takes room. */
export const makeKeptAnswers = () =>
  new LRUCache<string, KeptAnswer>({ maxSize: 500_000, sizeCalculation: ({ first }, key) => key.length + first.length })
