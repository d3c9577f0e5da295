import { numbersFrom } from '#shared/testing-chance.ts'

/** Shuffles the values with a seed, so that every run has the same order. */
export const shuffle = <T>(values: readonly T[], seed = 1): T[] => {
  const shuffled = [...values]
  const random = numbersFrom(seed)
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    // Both indexes are within bounds.
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T]
  }
  return shuffled
}
