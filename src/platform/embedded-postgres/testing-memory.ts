import { chmod, chown, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from './postmaster.ts'
import { isProcess } from './presence.ts'

const memory = '/dev/shm'
const leastFreeBytes = 1024 ** 3
const prefix = 'memory_of_'

/**
 * Puts test databases into memory while this process runs: each creates and removes hundreds of files, which makes some
 * file systems slower over time. Without enough memory they stay on disk.
 */
export const openMemory = async (server: Connection): Promise<{ tablespace: string; close(): Promise<void> }> => {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await closeThoseOfTheDead(admin)
  const folder = (await hasMemory()) ? await mkdtemp(`${memory}/apotheca-`) : null
  if (!folder) {
    await admin.end()
    return { tablespace: '', close: async () => {} }
  }
  // The server may run as another account than this process.
  const { uid, gid } = await stat(server.host)
  await chmod(folder, 0o700)
  await chown(folder, uid, gid)
  const tablespace = `${prefix}${process.pid}`
  await admin.query(`create tablespace ${tablespace} location '${folder}'`)
  return {
    tablespace,
    close: async () => {
      await closeSpace(admin, { name: tablespace, location: folder })
      await admin.end()
    },
  }
}

interface Space {
  name: string
  location: string
}

const hasMemory = async (): Promise<boolean> => {
  if (process.platform !== 'linux') return false
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= leastFreeBytes
}

const closeSpace = async (admin: pg.Client, { name, location }: Space): Promise<void> => {
  const { rows } = await admin.query<{ database: string }>(
    `select quote_ident(datname) as database from pg_database join pg_tablespace space on space.oid = dattablespace
    where spcname = $1`,
    [name],
  )
  for (const { database } of rows) await admin.query(`drop database if exists ${database} with (force)`)
  await admin.query(`drop tablespace if exists ${name}`)
  await rm(location, { recursive: true, force: true })
}

/** Removes the tablespaces of killed test runs. */
const closeThoseOfTheDead = async (admin: pg.Client): Promise<void> => {
  const { rows } = await admin.query<Space>(
    `select spcname as name, pg_tablespace_location(oid) as location from pg_tablespace where spcname like $1`,
    [`${prefix.replaceAll('_', '\\_')}%`],
  )
  for (const space of rows)
    if (!(await isProcess(Number(space.name.slice(prefix.length))))) await closeSpace(admin, space)
}
