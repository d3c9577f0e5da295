import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '#platform/config.ts'
import { weaknessOf } from '#platform/db/judge-role.ts'
import { allMigrations } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import type { Db } from '#platform/db/tables.ts'
import { openTransport } from '#mail/send-mail.ts'
import { openStore } from '#pictures/open-store.ts'
import { connectErp } from '#erp/connect-erp.ts'

/** What was looked at, and in one sentence what is wrong and what to do; no fault where all is well. */
export interface Finding {
  what: string
  told: string
  isFault: boolean
}

/** Looks at everything the portal stands on, changes nothing, and ends however much of it is away. */
export const examine = async function* (config: Config): AsyncGenerator<Finding> {
  yield* settingsOf(config)
  yield* told('database', () => databaseOf(config))
  yield* told('mail', () => mailOf(config))
  yield* told('ERP', () => erpOf(config))
  yield* told('pictures', () => storeOf(config))
  yield* told('disk', () => diskOf(config))
}

const good = (what: string, text: string): Finding => ({ what, told: text, isFault: false })
const bad = (what: string, text: string): Finding => ({ what, told: text, isFault: true })

/** What cannot even be asked is a fault with the words of whoever refused. */
const told = async function* (what: string, look: () => AsyncIterable<Finding>): AsyncGenerator<Finding> {
  try {
    yield* look()
  } catch (error) {
    yield bad(what, error instanceof Error ? error.message : String(error))
  }
}

const settingsOf = function* (config: Config): Generator<Finding> {
  const open = [
    !config.PUBLIC_URL &&
      'PUBLIC_URL is empty: links in mails lead to the listening address; set the address people use.',
    config.PUBLIC_URL.startsWith('http:') && 'PUBLIC_URL is plain http: passkeys, cookies and prices need https.',
    config.DATABASE_URL &&
      !config.TRAIL_KEY &&
      'TRAIL_KEY is empty: the audit trail is not sealed (openssl rand -base64 33).',
    config.DATABASE_URL &&
      !config.SECRET_KEY &&
      'SECRET_KEY is empty: authenticator keys are encrypted with a key that stands beside them.',
    !config.BACKUP_KEY && 'BACKUP_KEY is empty: backups are not encrypted (npm run portal -- make-backup-key).',
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '')
  if (config.DEMO) yield good('settings', 'Everything can be read. This is the demo.')
  else if (open.length === 0) yield good('settings', 'Everything can be read, and nothing is left open.')
  else for (const sentence of open) yield bad('settings', String(sentence))
}

const leastVersion = 15
const mostSkewSeconds = 5

const databaseOf = async function* (config: Config): AsyncGenerator<Finding> {
  const database = await openDatabase(config)
  try {
    const { db } = database
    const { rows } = await facts.execute(db)
    const server = rows[0]
    if (!server) return
    const major = Math.floor(server.version / 10_000)
    yield major >= leastVersion
      ? good('database', `PostgreSQL ${major} answers as ${server.role}.`)
      : bad('database', `PostgreSQL ${major} is too old: ${leastVersion} or newer is needed.`)
    yield server.hasTrigrams
      ? good('extension', 'pg_trgm is there.')
      : bad('extension', 'pg_trgm is missing: install the package postgresql-contrib on the database server.')
    yield* tablesOf(db, server.isMigrated)
    const weakness = await weaknessOf(db)
    yield weakness ? bad('role', weakness) : good('role', 'It owns nothing and changes no trail.')
    const skew = Math.abs(Date.now() - server.now.getTime()) / 1_000
    yield skew <= mostSkewSeconds
      ? good('clock', 'This machine and the database agree.')
      : bad('clock', `This machine and the database are ${Math.round(skew)} s apart: let both follow a time server.`)
    yield server.connections > config.DATABASE_POOL * 2
      ? good('connections', `${config.DATABASE_POOL} of ${server.connections} for each process.`)
      : bad(
          'connections',
          `A process takes ${config.DATABASE_POOL} of ${server.connections}: lower DATABASE_POOL or raise max_connections.`,
        )
  } finally {
    await database.close()
  }
}

const facts = sql<{
  version: number
  role: string
  hasTrigrams: boolean
  isMigrated: boolean
  now: Date
  connections: number
}>`
  select current_setting('server_version_num')::int as version, current_user::text as role, clock_timestamp() as now,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
    to_regclass('migration') is not null as "isMigrated"`

const tablesOf = async function* (db: Db, isMigrated: boolean): AsyncGenerator<Finding> {
  if (!isMigrated) {
    yield bad(
      'tables',
      'There are none yet: npm run portal -- set-up-database makes them, and so does a start as their owner.',
    )
    return
  }
  const wanted = await allMigrations()
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  const missing = wanted.filter((name) => !rows.some((row) => row.name === name))
  const stranger = rows.find(({ name }) => !wanted.includes(name))
  if (stranger) yield bad('tables', `They are of a newer release (${stranger.name}): start that one or a later one.`)
  else if (missing.length > 0)
    yield bad(
      'tables',
      `${missing.join(', ')} not applied yet: the next start does it as their owner, else set-up-database.`,
    )
  else yield good('tables', `All ${wanted.length} migrations are applied.`)
  const { rows: holds } = await sql`select from job_hold`.execute(db)
  if (holds.length > 0)
    yield bad(
      'jobs',
      'All are held since a restore: npm run portal -- release-jobs, once this is the portal that counts.',
    )
  const { rows: waiting } = await setAside.execute(db)
  if (waiting.length === 0) yield good('jobs', 'Nothing was set aside.')
  for (const { kind, count, error } of waiting)
    yield bad(
      'jobs',
      `${count} of ${kind} set aside (${error}): mend the cause, then npm run portal -- retry-jobs ${kind}.`,
    )
}

const setAside = sql<{ kind: string; count: number; error: string }>`
  select kind, count(*)::int as count, coalesce(max(last_error), '') as error
  from job where failed_at is not null group by kind order by kind limit 20`

const mailOf = async function* ({ SMTP_URL, DEMO }: Config): AsyncGenerator<Finding> {
  if (!SMTP_URL) {
    yield DEMO
      ? good('mail', 'The demo keeps mails in /dev/mailbox.')
      : bad('mail', 'SMTP_URL is empty: mails wait, and nobody gets a code.')
    return
  }
  const transport = await openTransport(SMTP_URL)
  try {
    await transport.verify()
    yield good('mail', `${new URL(SMTP_URL).host} takes us.`)
  } finally {
    transport.close()
  }
}

const erpOf = async function* (config: Config): AsyncGenerator<Finding> {
  const erp = connectErp(config)
  try {
    for (const { level, text } of await erp.check()) yield { what: 'ERP', told: text, isFault: level === 'problem' }
  } finally {
    await erp.close()
  }
}

const storeOf = async function* (config: Config): AsyncGenerator<Finding> {
  const store = openStore(config)
  const name = `doctor-${randomUUID()}`
  try {
    await store.put(name, Buffer.from(name))
    const isKept = (await store.get(name))?.toString() === name
    await store.remove(name)
    yield isKept
      ? good('pictures', 'Their store keeps what it is given.')
      : bad('pictures', 'Their store answers, and does not keep what it is given: look at UPLOADS.')
  } finally {
    store.close()
  }
}

const leastFreeBytes = 1024 ** 3

const diskOf = async function* ({ DATA_DIR }: Config): AsyncGenerator<Finding> {
  await mkdir(DATA_DIR, { recursive: true })
  const { bavail, bsize } = await statfs(DATA_DIR)
  const free = `${(Number(bavail * bsize) / 1024 ** 3).toFixed(1)} GB are free where DATA_DIR is`
  yield bavail * bsize >= leastFreeBytes ? good('disk', `${free}.`) : bad('disk', `${free}: make room.`)
}
