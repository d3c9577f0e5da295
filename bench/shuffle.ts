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

/** Numbers from 0 to 1 (mulberry32), the same for the same seed. */
export const numbersFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
