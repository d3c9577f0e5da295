import { readFile, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { root } from '../root.ts'

const folder = resolve(root, 'migrations')
const lock = 7_204_991

/** Applies the migrations that are missing, in order, one transaction each; processes that start together wait for one another. */
export const migrate = async (pool: pg.Pool): Promise<string[]> => {
  const client = new pg.Client(withoutLimits(pool.options))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const missing = await missingMigrations(client)
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    // The session held the lock: its end lets the next one in.
    await client.end()
  }
}

/** A table of years may take minutes to change; the pool's limits are those of a request. */
const withoutLimits = (options: pg.PoolOptions): pg.ClientConfig => {
  const { statement_timeout, query_timeout, idle_in_transaction_session_timeout, ...rest } = options
  // Not enumerable there, so that it is never logged.
  return { ...rest, password: options.password }
}

/** Names of the migrations that are in the folder and not yet in the database. */
const missingMigrations = async (client: pg.Client): Promise<string[]> => {
  const all = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const applied = new Set(rows.map(({ name }) => name))
  return all.filter((name) => !applied.has(name))
}

const apply = async (client: pg.Client, name: string): Promise<void> => {
  const sql = await readFile(resolve(folder, name), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
