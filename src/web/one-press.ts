import { randomKey } from './random-key.ts'

/** Long enough for the second half of a slow double click, and for a window that is closing. */
const milliseconds = 1_000

interface Act {
  key: string
  /** Presses before this moment are the same press. */
  deadUntil: number
}

/** Presses of one button: it is dead from the first until its answer was shown. What failed is tried again under its key. */
export const makePresses = (now: () => number = Date.now) => {
  const acts = new Map<string, Act>()
  const contentOf = (sent: unknown) => JSON.stringify(sent ?? null)
  return {
    /** The key under which the server knows this act and its repeats; null for a press that counts for nothing. */
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
