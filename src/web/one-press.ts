import { randomKey } from './random-key.ts'

/** Covers the second half of a slow double click and a closing dialog. */
const milliseconds = 1_000

interface Act {
  key: string
  /** Presses before this time count as the same press. */
  deadUntil: number
}

/** Deduplicates presses of a button until the answer was shown. A retry after a failure reuses its idempotency key. */
export const makePresses = (now: () => number = Date.now) => {
  const acts = new Map<string, Act>()
  const contentOf = (sent: unknown) => JSON.stringify(sent ?? null)
  return {
    /** The idempotency key of this action and its retries; null if the press is to be ignored. */
    begin: (sent: unknown): string | null => {
      const before = acts.get(contentOf(sent))
      if (before && before.deadUntil > now()) return null
      const key = before?.deadUntil === 0 ? before.key : randomKey()
      acts.set(contentOf(sent), { key, deadUntil: Infinity })
      return key
    },
    keyOf: (sent: unknown): string => acts.get(contentOf(sent))?.key ?? randomKey(),
    end: (sent: unknown, isDone: boolean): void => {
      const act = acts.get(contentOf(sent))
      if (act) acts.set(contentOf(sent), { ...act, deadUntil: isDone ? now() + milliseconds : 0 })
    },
  }
}
