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
    const missing = await missingMigrations(client, await allMigrations())
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    // The session held the lock: its end lets the next one in.
    await client.end()
  }
}

/** Of these migrations those that are missing, in the caller's transaction. */
export const migrateWithin = async (client: pg.ClientBase, wanted: readonly string[]): Promise<void> => {
  for (const name of await missingMigrations(client, wanted)) await run(client, name)
}

/** Their names, in order. */
export const allMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** A table of years may take minutes to change; the pool's limits are those of a request. */
export const withoutLimits = (options: pg.PoolOptions): pg.ClientConfig => {
  const { statement_timeout, idle_in_transaction_session_timeout, ...rest } = options
  // Not enumerable there, so that it is never logged.
  return { ...rest, password: options.password }
}

const missingMigrations = async (client: pg.ClientBase, wanted: readonly string[]): Promise<string[]> => {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const applied = new Set(rows.map(({ name }) => name))
  return wanted.filter((name) => !applied.has(name))
}

const apply = async (client: pg.Client, name: string): Promise<void> => {
  await client.query('begin')
  try {
    await run(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const run = async (client: pg.ClientBase, name: string): Promise<void> => {
  try {
    await client.query(await readFile(resolve(folder, name), 'utf8'))
    await client.query('insert into migration (name) values ($1)', [name])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
