import { numbersFrom } from '#shared/testing-chance.ts'

/** The values in an order of chance that is the same in every run. */
export const shuffle = <T>(values: readonly T[], seed = 1): T[] => {
  const shuffled = [...values]
  const random = numbersFrom(seed)
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    // Both are within the bounds.
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T]
  }
  return shuffled
}
