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

/** How long a database may owe an answer before its connection counts as dead: longer than any statement may take. */
export const maxSilenceMilliseconds = 20_000

/**
 * `mostSilence` in milliseconds; none for work that takes its time. Where somebody waits nothing is divided among parallel
 * workers: starting them costs more than any page, and a plan made without its values takes many rows for likely.
 */
export const connect = (where: pg.PoolConfig, size = 10, mostSilence = maxSilenceMilliseconds): Database => {
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
    ...(mostSilence > 0 && { onConnect: (client) => prepareForWaiting(client, mostSilence) }),
    ...where,
  })
  // Without these listeners a database restart would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely leaves a pool alone that it never asked anything.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
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

/** Guarded before it is asked anything: its first answer may stay away, too. */
const prepareForWaiting = async (client: pg.ClientBase, mostSilence: number): Promise<void> => {
  if (client instanceof pg.Client) guardSilence(client, mostSilence)
  await client.query('set max_parallel_workers_per_gather = 0')
}

/**
 * Ends a connection that owes an answer and has said nothing for so many milliseconds: whoever waits is told, and the next
 * connection is a new one. The driver's `query_timeout` would do the same with a timer for each query, by which what queries
 * allocate outlives them (docs/decisions/0027).
 */
const guardSilence = (client: pg.Client, milliseconds: number): void => {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(milliseconds)
  stream.on('timeout', () => {
    if (owesAnswer(client)) stream.destroy(new Error(`The database has not answered for ${milliseconds} ms.`))
  })
}

/** Its types do not say so, but its own queue goes by it. */
const owesAnswer = (client: pg.Client & { readyForQuery?: boolean }): boolean => client.readyForQuery === false
