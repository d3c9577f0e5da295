import { createHash } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { settings } from '#platform/settings.ts'

/** A short hash per setting: too short to guess a secret from, long enough to detect a change. */
export type Fingerprint = Record<string, string>

export const fingerprintOf = (config: Config): Fingerprint =>
  Object.fromEntries(
    Object.keys(settings).map((name) => {
      const value = JSON.stringify([name, config[name as keyof Config]]) // settings and Config have the same keys
      return [name, createHash('sha256').update(value).digest('hex').slice(0, 6)]
    }),
  )

/** Settings that have changed since the backup was made. */
export const changedSince = (then: Fingerprint, config: Config): string[] => {
  const now = fingerprintOf(config)
  return Object.keys(then).filter((name) => now[name] !== then[name])
}
