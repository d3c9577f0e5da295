import { createHash } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { settings } from '#platform/settings.ts'

/** Of each setting a hash too short to find a secret by and long enough to tell two apart. */
export type Fingerprint = Record<string, string>

export const fingerprintOf = (config: Config): Fingerprint =>
  Object.fromEntries(
    Object.keys(settings).map((name) => {
      const value = JSON.stringify([name, config[name as keyof Config]]) // a name of the same object
      return [name, createHash('sha256').update(value).digest('hex').slice(0, 6)]
    }),
  )

/** Settings that were others when the backup was made. */
export const changedSince = (then: Fingerprint, config: Config): string[] => {
  const now = fingerprintOf(config)
  return Object.keys(then).filter((name) => now[name] !== then[name])
}
