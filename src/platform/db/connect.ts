import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PlanningClient } from './planning-client.ts'
import type { Db, Tables, Tx } from './tables.ts'
import { types } from './value-parsers.ts'
import { Socket } from 'node:net'

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** A connection that has not answered for this long counts as dead; longer than the statement timeout. */
export const maxSilenceMilliseconds = 20_000

/**
 * `mostSilence` in milliseconds; 0 for long-running work. Request connections don't use parallel workers: starting them
 * costs more than any page, and generic plans overestimate row counts.
 */
export const connect = (where: pg.PoolConfig, size = 10, mostSilence = maxSilenceMilliseconds): Database => {
  const pool = new pg.Pool({
    max: size,
    // Keeps connections open: a new one must plan all statements again, and an idle timeout would set a timer for every
    // query.
    min: size,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types,
    Client: PlanningClient,
    ...(mostSilence > 0 && { onConnect: (client) => prepareForWaiting(client, mostSilence) }),
    ...where,
  })
  // Without these listeners a database restart would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely does not close a pool it never used.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

const serializationFailure = '40001'
const deadlock = '40P01'

/** Runs a transaction and retries serialization failures and deadlocks, so `work` must only touch the database. */
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

/** Guards the connection before its first query, which could hang as well. */
const prepareForWaiting = async (client: pg.ClientBase, mostSilence: number): Promise<void> => {
  if (client instanceof pg.Client) guardSilence(client, mostSilence)
  await client.query('set max_parallel_workers_per_gather = 0')
}

/**
 * Destroys a connection that owes an answer and was silent for so many milliseconds; its query fails, and the pool
 * opens a new connection. The driver's `query_timeout` needs a timer per query, which keeps the query's objects alive
 * after it (docs/decisions/0027).
 */
const guardSilence = (client: pg.Client, milliseconds: number): void => {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(milliseconds)
  stream.on('timeout', () => {
    if (owesAnswer(client)) stream.destroy(new Error(`The database has not answered for ${milliseconds} ms.`))
  })
}

/** Missing in its types, but the driver's own queue relies on it. */
const owesAnswer = (client: pg.Client & { readyForQuery?: boolean }): boolean => client.readyForQuery === false
