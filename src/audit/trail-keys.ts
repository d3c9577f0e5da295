import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import { giveToOwnerOf } from '#platform/embedded-postgres/home.ts'

export interface TrailKey {
  /** Identifies the key without revealing it. */
  id: string
  secret: string
}

/** The keys in the setting: the first one seals, the others verify older entries. */
export const trailKeys = ({ TRAIL_KEY }: Pick<Config, 'TRAIL_KEY'>): TrailKey[] =>
  TRAIL_KEY.split(',')
    .filter(Boolean)
    .map((secret) => ({ id: createHash('sha256').update(`trail key ${secret}`).digest('hex').slice(0, 12), secret }))

/** TRAIL_KEY, or for an embedded database the key file in DATA_DIR, which is created at the first start. */
export const findTrailKey = async ({
  TRAIL_KEY,
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'TRAIL_KEY' | 'DATABASE_URL' | 'DATA_DIR'>): Promise<string> => {
  if (TRAIL_KEY || DATABASE_URL) return TRAIL_KEY
  const file = resolve(DATA_DIR, 'trail.key')
  return (await readKey(file)) ?? makeKey(DATA_DIR, file)
}

/** The warning if there is no key. */
export const keyIsMissing =
  'TRAIL_KEY is not set, so the audit trail is not sealed: anyone with write access to the database could rewrite it undetected.'

const makeKey = async (folder: string, file: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const fresh = `${file}.${process.pid}`
  await writeFile(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  await chmod(fresh, 0o600)
  await giveToOwnerOf(folder, fresh)
  // The link fails when another process was faster; then its key is used.
  await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(fresh)
  return (await readKey(file)) ?? ''
}

const readKey = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
