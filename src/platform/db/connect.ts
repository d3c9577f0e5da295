import { resolve } from 'node:path'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { keepEmbedded } from '../embedded-postgres/keep-embedded.ts'
import { PlanningClient } from './planning-client.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { types } from './value-parsers.ts'
import { Socket } from 'node:net'

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

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

/** `mostSilence` in milliseconds; none for work that takes its time. */
export const connect = (where: pg.PoolConfig, size = 10, mostSilence = 20_000): Database => {
  const pool = new pg.Pool({
    max: size,
    // Kept open: a new one has to plan all statements again, and the wait for its end is a timer made and ended for every query.
    min: size,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types,
    Client: PlanningClient,
    ...where,
  })
  // Without these listeners a database restart would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (mostSilence > 0) guardSilence(client, mostSilence)
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely leaves a pool alone that it never asked anything.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
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

const serializationFailure = '40001'
const deadlock = '40P01'

/** All of it or none of it; conflicts with other transactions are tried again, so `work` must only touch the database. */
export const transaction = async <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
  if (db.isTransaction) return work(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if ((code !== serializationFailure && code !== deadlock) || attempt === 5) throw error
    }
  }
}

/**
 * Ends a connection that owes an answer and has said nothing for so many milliseconds: whoever waits is told, and the next
 * connection is a new one. The driver's `query_timeout` would do the same with a timer for each query, by which what queries
 * allocate outlives them (docs/decisions/0018).
 */
const guardSilence = (client: pg.PoolClient, milliseconds: number): void => {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(milliseconds)
  stream.on('timeout', () => {
    if (owesAnswer(client)) stream.destroy(new Error(`The database has been silent for ${milliseconds} ms.`))
  })
}

/** Its types do not say so, but its own queue goes by it. */
const owesAnswer = (client: pg.PoolClient & { readyForQuery?: boolean }): boolean => client.readyForQuery === false
