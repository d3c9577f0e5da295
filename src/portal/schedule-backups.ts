import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { openStore } from '#files/open-store.ts'
import { uploadedPictures } from '#files/read-pictures.ts'
import type { Config } from '#platform/config.ts'
import { backup } from '#platform/db/backup.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { settings } from '#platform/settings.ts'
import type { Feature } from './app.ts'
import { ageOfNewest, backupKind, backupName, backupTime, makesBackups, openBackupStore } from './open-backup-store.ts'

const daySeconds = 86_400
const kept = { daily: 7, weekly: 5, monthly: 12 }

/** Writes a daily backup to BACKUP_TO, from one of the processes, and deletes expired ones. */
export const scheduleBackups =
  (opening: Promise<pg.Pool>): Feature =>
  ({ job, config, log }) => {
    if (!makesBackups(config)) return
    job({
      kind: backupKind,
      recurs: {},
      run: async () => {
        const store = openBackupStore(config)
        try {
          const age = ageOfNewest(await store.names())
          if (age < daySeconds) throw new Postponed(daySeconds - age, 'The next backup is due a day after the last.')
          const put = (content: Readable) => store.put(backupName(new Date()), content)
          const rows = await writeBackup(await opening, config, put)
          for (const name of expiredBackups(await store.names())) await store.remove(name)
          log.info({ rows }, 'a backup was written')
          throw new Postponed(daySeconds, 'The next backup is due a day after the last.')
        } finally {
          store.close()
        }
      },
      // A disk that is full for a day must not end the daily backups.
      mostAttempts: Infinity,
    })
  }

/** Backs up the database from a consistent snapshot, the pictures, and hashes of the settings. */
export const writeBackup = async (
  pool: pg.Pool,
  config: Config,
  target: Parameters<typeof backup>[1],
): Promise<number> => {
  const store = openStore(config)
  try {
    const pictures = uploadedPictures(pool, store)
    return await backup(pool, target, {
      key: config.BACKUP_KEY,
      signKey: config.BACKUP_SIGN_KEY,
      files: pictures,
      settings: fingerprintOf(config),
    })
  } finally {
    store.close()
  }
}

/** The backups to delete: all but the newest of each of the last days, weeks and months. */
export const expiredBackups = (names: readonly string[]): string[] => {
  const backups = names.flatMap((name) => {
    const at = backupTime(name)
    return at ? [{ name, at }] : []
  })
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const stay = new Set<string>()
  for (const [periodOf, most] of [
    [dayOf, kept.daily],
    [weekOf, kept.weekly],
    [monthOf, kept.monthly],
  ] as const) {
    const periods = Map.groupBy(newestFirst, ({ at }) => periodOf(at))
    for (const [newest] of [...periods.values()].slice(0, most)) if (newest) stay.add(newest.name)
  }
  return backups.map(({ name }) => name).filter((name) => !stay.has(name))
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
/** Weeks start on Monday. */
const weekOf = (at: Date): string => String(Math.floor((at.getTime() / 86_400_000 + 3) / 7))

/** A short hash per setting: too short to guess a secret from, long enough to detect a change. */
type Fingerprint = Record<string, string>

const fingerprintOf = (config: Config): Fingerprint =>
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
