import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#platform/config.ts'
import { connectBucket } from '#platform/connect-bucket.ts'
import { intoFile } from '#platform/db/backup.ts'

/** Storage of backups: a folder or an S3 bucket. */
interface BackupStore {
  names(): Promise<string[]>
  /** The name appears only when the content is complete. */
  put(name: string, content: Readable): Promise<void>
  get(name: string): Promise<Readable>
  remove(name: string): Promise<void>
  close(): void
}

/** Whether the portal makes backups. */
export const makesBackups = ({ BACKUP_TO }: Pick<Config, 'BACKUP_TO'>): boolean =>
  BACKUP_TO !== '' && BACKUP_TO !== 'elsewhere'

export const isFolder = (address: string): boolean => address !== '' && !address.startsWith('s3:')

/** Opens the store of the setting BACKUP_TO: `s3://[KEY:SECRET@]bucket/prefix?region=…&endpoint=…`, or a folder. */
export const openBackupStore = ({ BACKUP_TO }: Pick<Config, 'BACKUP_TO'>, partBytes = usualPartBytes): BackupStore =>
  BACKUP_TO.startsWith('s3:') ? bucketStore(BACKUP_TO, partBytes) : folderStore(BACKUP_TO)

const folderStore = (folder: string): BackupStore => ({
  names: async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return readdir(folder)
  },
  put: (name, content) => intoFile(join(folder, name))(content),
  get: async (name) => createReadStream(join(folder, name)),
  remove: (name) => rm(join(folder, name), { force: true }),
  close: () => {},
})

/** S3 allows 10,000 parts per object, enough for 160 GB. */
const usualPartBytes = 16 * 1024 ** 2
/** Enough for one part on a slow connection. */
const requestMilliseconds = 120_000

const bucketStore = (address: string, partBytes: number): BackupStore => {
  const { connect, place, close } = connectBucket('BACKUP_TO', address, requestMilliseconds)

  const names = async () => {
    const { client, sdk } = await connect()
    const { Bucket, Key: Prefix } = place('')
    const found: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
      )
      for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(Prefix.length))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    return found
  }

  /** Holds one part in memory. A failure aborts the upload, which removes its parts. */
  const put = async (name: string, Body: Readable) => {
    const [{ client }, { Upload }] = await Promise.all([connect(), import('@aws-sdk/lib-storage')])
    await new Upload({ client, params: { ...place(name), Body }, partSize: partBytes, queueSize: 1 }).done()
  }

  return {
    names,
    put,
    get: async (name) => {
      const { client, sdk } = await connect()
      const { Body } = await client.send(new sdk.GetObjectCommand(place(name)))
      if (!(Body instanceof Readable)) throw new Error(`The bucket returned nothing for ${name}.`)
      return Body
    },
    remove: async (name) => {
      const { client, sdk } = await connect()
      await client.send(new sdk.DeleteObjectCommand(place(name)))
    },
    close,
  }
}

/** The job kind of the daily backup. */
export const backupKind = 'portal.backup'

/** Named by the start time. */
export const backupName = (at: Date) => `apotheca-${at.toISOString().replaceAll(':', '-').slice(0, 19)}Z.backup`

export const backupTime = (name: string): Date | null => {
  const [, day, hour, minute, second] = /^apotheca-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : null
}

/** In seconds; Infinity if there is none. */
export const ageOfNewest = (names: readonly string[]): number => {
  const times = names.flatMap((name) => backupTime(name)?.getTime() ?? [])
  return (Date.now() - Math.max(-Infinity, ...times)) / 1_000
}

/** Filters the portal's own backups, newest last. */
const backupsAmong = (names: readonly string[]): string[] => names.filter((name) => backupTime(name)).toSorted()

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
