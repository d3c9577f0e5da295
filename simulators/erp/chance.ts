import { createHash } from 'node:crypto'

/** A number from 0 to 1 that depends on the seed and the matter alone, so that a run repeats itself whatever the order of events. */
export type Chance = (...matter: readonly (string | number)[]) => number

export const chanceOf =
  (seed: string): Chance =>
  (...matter) =>
    createHash('sha256')
      .update([seed, ...matter].join('\n'))
      .digest()
      .readUInt32BE(0) /
    2 ** 32
