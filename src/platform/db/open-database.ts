import { resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { keepEmbedded } from '../embedded-postgres/keep-embedded.ts'
import { connect, type Database } from './connect.ts'
import type { Db, Tables } from './tables.ts'

/** Where the portal's database is: DATABASE_URL, or the embedded PostgreSQL, started or joined; `underway` is called when it only has to be waited for. */
export const openDatabase = async (config: Config, underway = () => {}): Promise<Database> => {
  if (config.DATABASE_URL) {
    underway()
    return connect({ connectionString: config.DATABASE_URL })
  }
  const embedded = await keepEmbedded(resolve(config.DATA_DIR, 'postgres'), { underway })
  const database = connect({ ...embedded.connection, database: 'apotheca' })
  if (await isMissing(database.pool)) await createDatabase(embedded.connection, 'apotheca')
  return {
    ...database,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
  }
}

/** A database that can be given away before it is there: whoever asks it something waits. */
export const openLater = (opening: Promise<Database>): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => (await opening).pool }) })

const isMissing = async (pool: pg.Pool): Promise<boolean> => {
  const noSuchDatabase = '3D000'
  try {
    await pool.query('select')
    return false
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === noSuchDatabase) return true
    throw error
  }
}

const createDatabase = async (server: pg.ClientConfig, name: string): Promise<void> => {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    const exists = '42P04'
    const raced = '23505'
    if (!(error instanceof pg.DatabaseError) || ![exists, raced].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}
