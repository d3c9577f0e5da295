import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#platform/config.ts'
import { backupsAmong } from './backup-names.ts'
import { type BackupStore, makesBackups, openBackupStore } from './open-backup-store.ts'

const kept = 'kept:'

/** Runs `work` on a local backup file; `kept:NAME` or `kept:newest` is downloaded from BACKUP_TO first. */
export const fetchBackup = async <T>(config: Config, file: string, work: (file: string) => Promise<T>): Promise<T> => {
  if (!file.startsWith(kept)) return work(file)
  return withStore(config, async (store) => {
    const names = backupsAmong(await store.names())
    const name = file === `${kept}newest` ? names.at(-1) : names.find((one) => one === file.slice(kept.length))
    if (!name) throw new Error(`There is no such backup in BACKUP_TO; it has ${names.join(', ') || 'none'}.`)
    const folder = await mkdtemp(join(tmpdir(), 'apotheca-kept-'))
    try {
      const here = join(folder, name)
      await pipeline(await store.get(name), createWriteStream(here, { mode: 0o600 }))
      return await work(here)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

export const listBackups = (config: Config): Promise<string[]> =>
  withStore(config, async (store) => backupsAmong(await store.names()))

const withStore = async <T>(config: Config, work: (store: BackupStore) => Promise<T>): Promise<T> => {
  if (!makesBackups(config)) throw new Error('Setting BACKUP_TO: not a place where the portal can store backups.')
  const store = openBackupStore(config)
  try {
    return await work(store)
  } finally {
    store.close()
  }
}
