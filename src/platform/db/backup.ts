import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { opened, sealed } from './seal-backup.ts'
import { allMigrations, migrateWithin, withoutLimits } from './migrate.ts'

interface Header {
  apotheca: 1
  at: string
  migrations: string[]
}
interface Batch {
  table: string
  rows: unknown[]
}
interface Footer {
  end: true
  rows: number
}

const rowsPerBatch = 1_000

/**
 * Writes everything the portal knows into one compressed file, as of one moment, while it goes on working. The file
 * holds secrets (password hashes, sessions): encrypted for a key, or to be kept as safely as the database. Returns the number of
 * rows.
 */
export const backup = async (pool: pg.Pool, file: string, key = ''): Promise<number> => {
  const client = await pool.connect()
  let count = 0
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const lines = async function* (): AsyncGenerator<string> {
      yield line({ apotheca: 1, at: new Date().toISOString(), migrations: await appliedMigrations(client) })
      for (const table of await tablesInOrder(client))
        for await (const rows of rowsOf(client, table)) {
          count += rows.length
          yield line({ table, rows })
        }
      yield line({ end: true, rows: count })
    }
    // Under its own name only when it is whole.
    const content = await sealed(Readable.from(lines()).compose(createGzip()), key)
    await pipeline(content, createWriteStream(`${file}.unfinished`, { mode: 0o600 }))
    await rename(`${file}.unfinished`, file)
    return count
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

const line = (content: Header | Batch | Footer): string => `${JSON.stringify(content)}\n`

const rowsOf = async function* (client: pg.PoolClient, table: string): AsyncGenerator<unknown[]> {
  await client.query(
    `declare rows no scroll cursor for select to_jsonb(it)::text as row from ${pg.escapeIdentifier(table)} it`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsPerBatch} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => JSON.parse(row) as unknown)
  }
  await client.query('close rows')
}

/**
 * Fills an empty, migrated database from a backup: all of it, or nothing. A backup of an older version is filled into that
 * version's tables, and they are migrated with what they hold, as the database was that it is of. Rows of the tables
 * `without` are counted and left out.
 */
export const restore = async (
  pool: pg.Pool,
  file: string,
  { without = [], key = '' }: { without?: readonly string[]; key?: string } = {},
): Promise<number> => {
  const content = await opened(file, key)
  const client = new pg.Client(withoutLimits(pool.options))
  await client.connect()
  try {
    await client.query('begin')
    await refuseIfUsed(client)
    let count = 0
    let isWhole = false
    for await (const text of linesOf(content)) {
      const content = JSON.parse(text) as Header | Batch | Footer
      if ('apotheca' in content) await prepareFor(client, content)
      else if ('table' in content) {
        if (!without.includes(content.table)) await insert(client, content)
        count += content.rows.length
      } else isWhole = content.rows === count
    }
    if (!isWhole) throw new Error('The backup is not complete; nothing was restored.')
    await migrateWithin(client, await allMigrations())
    await client.query('commit')
    return count
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

const linesOf = async function* (content: Readable): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: content.compose(createGunzip()), crlfDelay: Infinity })
  } catch (cause) {
    throw new Error('The backup is damaged; nothing was restored.', { cause })
  }
}

const refuseIfUsed = async (client: pg.ClientBase): Promise<void> => {
  const { rowCount } = await client.query('select from user_account limit 1')
  if (rowCount) throw new Error('This database is in use; a backup is restored into an empty one only.')
}

/** Makes the tables of the backup's version, without a row. */
const prepareFor = async (client: pg.ClientBase, { migrations }: Header): Promise<void> => {
  const known = await appliedMigrations(client)
  const missing = migrations.filter((name) => !known.includes(name))
  if (missing.length > 0)
    throw new Error(`The backup is of a version that this one does not know (it names ${missing.join(', ')}).`)
  if (migrations.length < known.length) {
    await client.query('drop schema public cascade; create schema public')
    await migrateWithin(client, migrations)
  }
  // Rows that migrations themselves wrote come back from the backup.
  for (const table of (await tablesInOrder(client)).toReversed()) {
    const name = pg.escapeIdentifier(table)
    const { rowCount: isFilled } = await client.query(`select from ${name} limit 1`)
    if (isFilled) await client.query(`delete from ${name}`)
  }
}

const insert = async (client: pg.ClientBase, { table, rows }: Batch): Promise<void> => {
  const name = pg.escapeIdentifier(table)
  await client.query(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`, [
    JSON.stringify(rows),
  ])
}

const appliedMigrations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

/** Every table of the portal, a referenced one before those that refer to it. */
const tablesInOrder = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; needs: string[] }>(`
    select c.relname as name, coalesce(array_agg(distinct f.relname::text) filter (where f.relname <> c.relname), '{}') as needs
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class f on f.oid = k.confrelid
    where c.relkind = 'r' and c.relname <> 'migration'
    group by c.relname order by c.relname`)
  const ordered: string[] = []
  const needsOf = new Map(rows.map(({ name, needs }) => [name, needs]))
  const visit = (name: string): void => {
    if (ordered.includes(name)) return
    for (const needed of needsOf.get(name) ?? []) visit(needed)
    ordered.push(name)
  }
  for (const { name } of rows) visit(name)
  return ordered
}
