import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { giveToOwnerOf } from '#platform/embedded-postgres/home.ts'

/** The last link of the chain at a point in time, stored outside of the database. */
export interface Head {
  at: string
  position: number
  hash: string
}

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>

/** Stored heads, the last of each day, oldest first. */
export const readHeads = async (config: Place): Promise<Head[]> => {
  const text = await readFile(headsFile(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [at = '', position = '', hash = ''] = line.split(' ')
    return hash ? [{ at, position: Number(position), hash }] : []
  })
}

/** Stores the current head. Earlier heads that no longer match the chain stay as evidence. */
export const saveHead = async (db: Db, config: Place): Promise<void> => {
  const head = await presentHead(db)
  const kept = await readHeads(config)
  const last = kept.at(-1)
  if (!head || head.position === last?.position) return
  if (last && dayOf(last) === dayOf(head) && (await isInChain(db, last))) kept.pop()
  await write(config, [...kept, head])
}

/** Archives the heads after a restore, because the chain now ends where the backup did; returns the new path. */
export const archiveHeads = async (config: Place): Promise<string | null> => {
  const file = headsFile(config)
  const aside = `${file}.${new Date().toISOString().replaceAll(':', '')}`
  return rename(file, aside).then(
    () => aside,
    () => null,
  )
}

const presentHead = async (db: Db): Promise<Head | null> => {
  const link = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link
    ? { at: new Date().toISOString(), position: Number(link.position), hash: link.hash.toString('hex') }
    : null
}

const isInChain = async (db: Db, { position, hash }: Head): Promise<boolean> => {
  const link = await db
    .selectFrom('audit_link')
    .select('hash')
    .where('position', '=', String(position))
    .executeTakeFirst()
  return link?.hash.toString('hex') === hash
}

const dayOf = ({ at }: Head): string => at.slice(0, 10)

const write = async (config: Place, heads: readonly Head[]): Promise<void> => {
  await mkdir(config.DATA_DIR, { recursive: true })
  const [file, fresh] = [headsFile(config), `${headsFile(config)}.${process.pid}`]
  await writeFile(fresh, heads.map(({ at, position, hash }) => `${at} ${position} ${hash}\n`).join(''), { mode: 0o600 })
  await chmod(fresh, 0o600)
  await giveToOwnerOf(config.DATA_DIR, fresh)
  await rename(fresh, file)
}

/** One file per database, regardless of the role that connects to it. */
const headsFile = ({ DATA_DIR, DATABASE_URL }: Place): string => {
  const url = URL.parse(DATABASE_URL)
  const database = url && `${url.host}${url.pathname}?${url.searchParams.get('host') ?? ''}`
  const name = database ? `-${createHash('sha256').update(database).digest('hex').slice(0, 8)}` : ''
  return resolve(DATA_DIR, `trail-heads${name}`)
}
