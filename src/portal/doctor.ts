import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Config } from '#platform/config.ts'
import { weaknessOf } from '#platform/db/judge-role.ts'
import { allMigrations } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import type { Db } from '#platform/db/tables.ts'
import { roomOn } from '#platform/full-disk.ts'
import { settings } from '#platform/settings.ts'
import { countUnreadable } from '#identity/factors/count-unreadable.ts'
import { openTransport } from '#mail/send-mail.ts'
import { openStore } from '#files/open-store.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { ageOfNewest } from './name-backups.ts'
import { isFolder, keepsBackups, openBackupStore } from './open-backup-store.ts'

/** What was looked at, and in one sentence what is wrong and what to do; no fault where all is well. */
export interface Finding {
  what: string
  told: string
  isFault: boolean
}

/** Tries everything the portal stands on, leaves nothing behind but a mail to itself, and ends however much of it is away. */
export const examine = async function* (config: Config): AsyncGenerator<Finding> {
  yield* settingsOf(config)
  yield* told('database', () => databaseOf(config))
  yield* told('mail', () => mailOf(config))
  yield* told('ERP', () => erpOf(config))
  yield* told('pictures', () => storeOf(config))
  yield* told('backups', () => backupsOf(config))
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
    config.MAIL_FROM === settings.MAIL_FROM.byDefault && 'MAIL_FROM is that of the demo: set the sender of your mails.',
    config.CONTACT_EMAIL === settings.CONTACT_EMAIL.byDefault &&
      'CONTACT_EMAIL is that of the demo: every page names it, and questions about invoices go there.',
    config.BACKUP_TO === '' &&
      'BACKUP_TO is empty: no backups are made; where something else makes them, write BACKUP_TO=elsewhere.',
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
    if (server.isMigrated) yield* told('secrets', () => secretsOf(db, config))
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

const secretsOf = async function* (db: Db, config: Config): AsyncGenerator<Finding> {
  const { looked, unreadable } = await countUnreadable(db, config)
  if (unreadable > 0)
    yield bad(
      'secrets',
      `${unreadable} of ${looked} cannot be read: SECRET_KEY is not the one they were encrypted with, and codes of those apps are refused.`,
    )
  else yield good('secrets', looked === 0 ? 'None is kept yet.' : `${looked} can be read with this SECRET_KEY.`)
}

const mailOf = async function* ({ SMTP_URL, MAIL_FROM, DEMO }: Config): AsyncGenerator<Finding> {
  if (!SMTP_URL) {
    yield DEMO
      ? good('mail', 'The demo keeps mails in /dev/mailbox.')
      : bad('mail', 'SMTP_URL is empty: mails wait, and nobody gets a code.')
    return
  }
  const transport = await openTransport(SMTP_URL)
  try {
    const to = /<([^>]*)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
    await transport.sendMail({
      from: MAIL_FROM,
      to,
      subject: 'The doctor was here',
      text: 'The portal can send mail: npm run portal -- doctor asked it to write to itself. Nothing is to be done.\n',
    })
    yield good('mail', `${new URL(SMTP_URL).host} took a mail to ${to}.`)
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

/** What it writes, reads and removes is small, and goes where the daily backup would. */
const backupsOf = async function* (config: Config): AsyncGenerator<Finding> {
  if (!keepsBackups(config)) {
    if (config.BACKUP_TO !== '') yield good('backups', 'Something else makes them, as BACKUP_TO says.')
    return
  }
  const store = openBackupStore(config)
  const name = `doctor-${randomUUID()}`
  try {
    const there = await store.names()
    await store.put(name, Readable.from([Buffer.from(name)]))
    const kept = Buffer.concat(await Array.fromAsync(await store.get(name)))
    await store.remove(name)
    yield kept.toString() === name
      ? good('backups', 'BACKUP_TO keeps what it is given.')
      : bad('backups', 'BACKUP_TO answers, and does not keep what it is given.')
    const hours = ageOfNewest(there) / 3_600
    yield hours === Infinity
      ? bad('backups', 'None is there yet: a running portal writes the first within the hour.')
      : hours > mostHours
        ? bad('backups', `The newest is ${Math.floor(hours)} hours old: the portal’s log says why.`)
        : good('backups', `The newest is ${Math.floor(hours)} hours old.`)
  } finally {
    store.close()
  }
}

const mostHours = 26

const diskOf = async function* ({ DATA_DIR, UPLOADS, BACKUP_TO }: Config): AsyncGenerator<Finding> {
  await mkdir(DATA_DIR, { recursive: true })
  for (const [name, folder] of Object.entries({ DATA_DIR, UPLOADS, BACKUP_TO })) {
    if (!isFolder(folder)) continue
    const disk = await statfs(folder).catch(() => null)
    if (!disk) continue
    const { isEnough, free } = roomOn({ free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize })
    const said = `${free} are free where ${name} is`
    yield isEnough ? good('disk', `${said}.`) : bad('disk', `${said}: make room.`)
  }
}
