import { numbersFrom } from '#shared/testing-chance.ts'

/** A random source from 0 to 1 for one test file; a failed run prints TEST_SEED to reproduce it. */
export const startChance = (): (() => number) => numbersFrom(Number(process.env['TEST_SEED'] ?? 0))

/** Incompressible bytes. */
export const bytesFrom = (chance: () => number, length: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at++) bytes[at] = chance() * 256
  return bytes
}
