import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { grantAccess } from './grant-access.ts'
import { root } from '../root.ts'

const folder = resolve(root, 'migrations')
const lock = 7_204_991

/** A database that this build must not touch; its message is the one line shown to the operator. */
export class UnfitDatabase extends Error {}

/** Applies missing migrations, one transaction each, under an advisory lock, and grants the portal's role access. */
export const migrate = async (owner: pg.Pool, grantee: string | null = null): Promise<string[]> => {
  const client = new pg.Client(withoutLimits(owner.options))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    const missing = await missingMigrations(client, await allMigrations())
    for (const migration of missing) await apply(client, migration)
    if (grantee) await grantAccess(client, grantee)
    return missing.map(({ name }) => name)
  } catch (error) {
    throw isForbidden(error) ? new UnfitDatabase(forbidden, { cause: error }) : error
  } finally {
    // Closing the session releases the lock.
    await client.end()
  }
}

const isForbidden = (error: unknown): boolean => {
  const [insufficientPrivilege, noSchemaToCreateIn] = ['42501', '3F000']
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof pg.DatabaseError && [insufficientPrivilege, noSchemaToCreateIn].includes(cause.code ?? '')
}

const forbidden =
  'The tables of this database are not those of this version, and its role may not change them: run `npm run portal -- set-up-database` with the owner of the tables in MIGRATION_DATABASE_URL, and start again.'

/** Applies the missing ones of these migrations in the caller's transaction. */
export const migrateWithin = async (client: pg.ClientBase, wanted: readonly string[]): Promise<void> => {
  for (const migration of await missingMigrations(client, wanted)) await run(client, migration)
}

/** All migration file names, in order. */
export const allMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** Removes the pool's timeouts, which are meant for requests: migrating a large table can take minutes. */
export const withoutLimits = (options: pg.PoolOptions): pg.ClientConfig => {
  const { statement_timeout, idle_in_transaction_session_timeout, ...rest } = options
  // Not enumerable in the pool's options, so that it is never logged.
  return { ...rest, password: options.password }
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

const missingMigrations = async (client: pg.ClientBase, wanted: readonly string[]): Promise<Migration[]> => {
  const migrations = await Promise.all(wanted.map(readMigration))
  const { rowCount: isThere } = await client.query(`select where to_regclass('migration') is not null`)
  // Checked first, because a role that may not create tables cannot even run "create table if not exists".
  if (!isThere)
    await client.query(`create table migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  // Read as JSON, because the oldest builds had no checksum column.
  const { rows } = await client.query<{ row: Applied }>('select to_jsonb(migration) as row from migration')
  const applied = rows.map(({ row }) => row).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  refuseUnfit(applied, migrations)
  return migrations.slice(applied.length)
}

const readMigration = async (name: string): Promise<Migration> => {
  const sql = await readFile(resolve(folder, name), 'utf8')
  // A checkout can have CRLF line endings.
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
  return { name, sql, checksum }
}

type Applied = Pick<Migration, 'name' | 'checksum'>

/** The applied migrations must be the first of ours, unchanged. */
const refuseUnfit = (applied: readonly Applied[], ours: readonly Migration[]): void => {
  const stranger = applied.find(({ name }, at) => name !== ours[at]?.name)?.name
  if (stranger && ours.every(({ name }, at) => name === applied[at]?.name))
    throw new UnfitDatabase(
      `This database was made by a newer version of Apotheca (it knows ${stranger}): start that version or a later one.`,
    )
  if (stranger)
    throw new UnfitDatabase(
      `This database was made by an older build, which cannot be carried over (it knows ${stranger}): move the data folder (DATA_DIR) away, or name an empty database in DATABASE_URL, and start again.`,
    )
  const edited = applied.find(({ checksum }, at) => checksum !== ours[at]?.checksum)?.name
  if (edited)
    throw new UnfitDatabase(
      `Migration ${edited} was edited after this database had applied it: put it back as it was, and the change into a new file.`,
    )
}

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await run(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const run = async (client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> => {
  try {
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
