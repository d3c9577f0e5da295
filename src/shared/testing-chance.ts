/** A seeded random number generator from 0 to 1 (mulberry32). */
export const numbersFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** A seeded generator of whole numbers below a bound, so that a failing life can be repeated. */
export const wholeNumbersFrom = (seed: number) => {
  const next = numbersFrom(seed)
  return (below: number): number => Math.floor(next() * below)
}
