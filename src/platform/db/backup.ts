import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { allMigrations, migrateWithin, withoutLimits } from './migrate.ts'
import { decryptBackup, encryptBackup, isSignedBy, signDigest } from './seal-backup.ts'
import { refuseOtherTally, type Tally, tallyOf } from './tally-tables.ts'

interface Header {
  apotheca: 1
  at: string
  migrations: string[]
  /** Settings at the time of the backup; older backups have none. */
  settings?: Record<string, string>
}
interface Batch {
  table: string
  rows: unknown[]
}
interface Stored {
  file: string
  content: string
}
interface Footer {
  end: true
  rows: number
  files?: number
  tally?: Tally
}

/** A file stored outside of the database that belongs to its data. */
interface BesideFile {
  name: string
  content: Buffer
}

interface Signature {
  /** Signs all lines before it. */
  signature: string
}

interface BackupParts {
  key?: string
  /** Signs the backup, so that a restore can reject one that someone else encrypted for this key. */
  signKey?: string
  files?: AsyncIterable<BesideFile>
  settings?: Record<string, string>
}

const rowsPerBatch = 1_000

/** Writes a stream to its destination, which appears only when complete. */
type Put = (content: Readable) => Promise<void>

/** Writes to a temporary name and renames at the end, so that the final name is always complete. */
export const intoFile =
  (file: string): Put =>
  async (content) => {
    await pipeline(content, createWriteStream(`${file}.unfinished`, { mode: 0o600 }))
    await rename(`${file}.unfinished`, file)
  }

/**
 * Writes all data and files into one compressed file from a consistent snapshot, without blocking the portal. The file
 * contains secrets (password hashes, sessions): encrypt it, or protect it like the database. Returns the number of
 * rows.
 */
export const backup = async (
  pool: pg.Pool,
  target: string | Put,
  { key = '', signKey = '', files = none(), settings = {} }: BackupParts = {},
): Promise<number> => {
  const client = await pool.connect()
  let count = 0
  let fileCount = 0
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const digest = createHash('sha512')
    const parts = async function* (): AsyncGenerator<string> {
      yield line({ apotheca: 1, at: new Date().toISOString(), migrations: await appliedMigrations(client), settings })
      for (const table of await tablesInOrder(client))
        for await (const rows of rowsOf(client, table)) {
          count += rows.length
          yield line({ table, rows })
        }
      for await (const { name, content } of files) {
        fileCount++
        yield line({ file: name, content: content.toString('base64') })
      }
      yield line({ end: true, rows: count, files: fileCount, tally: await tallyOf(client) })
    }
    const lines = async function* (): AsyncGenerator<string> {
      for await (const part of parts()) {
        digest.update(part)
        yield part
      }
      const signature = signDigest(digest.digest(), signKey)
      if (signature) yield line({ signature })
    }
    const put = typeof target === 'string' ? intoFile(target) : target
    await put(await encryptBackup(Readable.from(lines()).compose(createGzip()), key))
    return count
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

const none = async function* (): AsyncGenerator<never> {}

const line = (content: Header | Batch | Stored | Footer | Signature): string => `${JSON.stringify(content)}\n`

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
 * Restores a backup into an empty, migrated database, all or nothing. A backup of an older version goes into that
 * version's tables, and then the missing migrations run on its data. Rows of the tables in `without` are counted and
 * skipped. With a sign key, unsigned or wrongly signed backups are refused. Files are put in place after the commit,
 * and only under names that the portal generates.
 */
export const restore = async (
  pool: pg.Pool,
  file: string,
  { without = [], key = '', signKey = '', putFile = async () => {}, onHeader = () => {}, atEnd }: RestoreOptions = {},
): Promise<number> => {
  const content = await decryptBackup(file, key)
  const client = new pg.Client(withoutLimits(pool.options))
  const aside = await mkdtemp(join(tmpdir(), 'apotheca-restore-'))
  try {
    await client.connect()
    await client.query('begin')
    await refuseIfUsed(client)
    let count = 0
    let isWhole = false
    const files: string[] = []
    let tally: Tally | undefined
    let isTrusted = signKey === ''
    const digest = createHash('sha512')
    for await (const text of linesOf(content)) {
      const content = JSON.parse(text) as Header | Batch | Stored | Footer | Signature
      if ('signature' in content) {
        if (signKey && !isSignedBy(digest.copy().digest(), content.signature, signKey)) break
        isTrusted = true
        continue
      }
      digest.update(`${text}\n`)
      if ('apotheca' in content) {
        onHeader(content.settings ?? {})
        await prepareFor(client, content)
      } else if ('file' in content) {
        if (!isOurName.test(content.file))
          throw new Error(`The backup contains an unknown file “${content.file.slice(0, 80)}”. Nothing was restored.`)
        await writeFile(join(aside, content.file), Buffer.from(content.content, 'base64'), { mode: 0o600 })
        files.push(content.file)
      } else if ('table' in content) {
        if (!without.includes(content.table)) await insert(client, content)
        count += content.rows.length
      } else {
        isWhole = content.rows === count && (content.files ?? 0) === files.length
        tally = content.tally
      }
    }
    if (!isTrusted) throw new Error('The backup is not signed with BACKUP_SIGN_KEY; nothing was restored.')
    if (!isWhole) throw new Error('The backup is not complete; nothing was restored.')
    if (tally) refuseOtherTally(tally, await tallyOf(client), without)
    await migrateWithin(client, await allMigrations())
    await atEnd?.(client)
    await client.query('commit')
    for (const name of files) await putFile(name, await readFile(join(aside, name)))
    return count
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
    await rm(aside, { recursive: true, force: true })
  }
}

/** File names that the portal generates: no folders, no hidden files. */
const isOurName = /^[\da-z]+(?:-[\da-z]+)*\.[\da-z]{2,5}$/

interface RestoreOptions {
  without?: readonly string[]
  key?: string
  signKey?: string
  /** Receives each file after the commit. */
  putFile?: (name: string, content: Buffer) => Promise<void>
  onHeader?: (settings: Record<string, string>) => void
  /** Runs in the restore's transaction, after the rows. */
  atEnd?: (client: pg.ClientBase) => Promise<unknown>
}

// Not readline or compose(): both drop a stream error that occurs while no line is awaited.
const linesOf = async function* (content: Readable): AsyncGenerator<string> {
  const plain = createGunzip().setEncoding('utf8')
  content.on('error', (error) => plain.destroy(error))
  try {
    let rest = ''
    for await (const chunk of content.pipe(plain)) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (cause) {
    throw new Error('The backup is damaged; nothing was restored.', { cause })
  } finally {
    content.destroy()
  }
}

const refuseIfUsed = async (client: pg.ClientBase): Promise<void> => {
  const { rowCount } = await client.query(`
    select from user_account union all select from sales_order union all select from invoice
    union all select from trace_document limit 1`)
  if (rowCount) throw new Error('This database is not empty. Restore a backup into an empty database.')
}

/** Creates the empty tables of the backup's version. */
const prepareFor = async (client: pg.ClientBase, { migrations }: Header): Promise<void> => {
  const known = await appliedMigrations(client)
  const missing = migrations.filter((name) => !known.includes(name))
  if (missing.length > 0)
    throw new Error(
      `The backup was made by a version of Apotheca that this one does not know (it has ${missing.join(', ')}).`,
    )
  if (migrations.length < known.length) {
    await client.query('drop schema public cascade; create schema public')
    await migrateWithin(client, migrations)
  }
  // The backup contains the rows that migrations inserted.
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

/** All tables, with referenced tables before those that refer to them. */
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
