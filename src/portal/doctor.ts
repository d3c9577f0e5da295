import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { connectErp } from '#erp/connect-erp.ts'
import { openStore } from '#files/open-store.ts'
import { countUnreadable } from '#identity/factors/protect-secret.ts'
import { openTransport } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import { excessRightsOf } from '#platform/db/check-role.ts'
import { allMigrations } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import type { Db } from '#platform/db/tables.ts'
import { roomOn } from '#platform/full-disk.ts'
import { settings } from '#platform/settings.ts'
import { ageOfNewest, isFolder, makesBackups, openBackupStore } from './open-backup-store.ts'

/** The result of one check: what was found, and what to fix if it is a fault. */
export interface CheckFinding {
  what: string
  told: string
  isFault: boolean
}

/** Checks all dependencies, even when some are down. It leaves nothing behind but an email to itself. */
export const examine = async function* (config: Config): AsyncGenerator<CheckFinding> {
  yield* settingsOf(config)
  yield* told('database', () => databaseOf(config))
  yield* told('mail', () => mailOf(config))
  yield* told('ERP', () => erpOf(config))
  yield* told('pictures', () => storeOf(config))
  yield* told('backups', () => backupsOf(config))
  yield* told('disk', () => diskOf(config))
}

const good = (what: string, text: string): CheckFinding => ({ what, told: text, isFault: false })
const bad = (what: string, text: string): CheckFinding => ({ what, told: text, isFault: true })

/** An error during a check is a fault with its message. */
const told = async function* (what: string, look: () => AsyncIterable<CheckFinding>): AsyncGenerator<CheckFinding> {
  try {
    yield* look()
  } catch (error) {
    yield bad(what, error instanceof Error ? error.message : String(error))
  }
}

const settingsOf = function* (config: Config): Generator<CheckFinding> {
  const open = [
    !config.PUBLIC_URL && 'PUBLIC_URL is empty: links in emails use the listening address; set the public address.',
    config.PUBLIC_URL.startsWith('http:') &&
      'PUBLIC_URL is plain http: use https to protect sign-ins, cookies and prices.',
    config.DATABASE_URL &&
      !config.TRAIL_KEY &&
      'TRAIL_KEY is empty: the audit trail is not sealed (openssl rand -base64 33).',
    config.DATABASE_URL &&
      !config.SECRET_KEY &&
      'SECRET_KEY is empty: authenticator keys are encrypted with a key in the same database.',
    config.MAIL_FROM === settings.MAIL_FROM.byDefault &&
      'MAIL_FROM is the demo address: set the sender of your emails.',
    config.CONTACT_EMAIL === settings.CONTACT_EMAIL.byDefault &&
      'CONTACT_EMAIL is the demo address: every page shows it, and invoice questions go there.',
    config.BACKUP_TO === '' &&
      'BACKUP_TO is empty: no backups are made; if another tool makes them, set BACKUP_TO=elsewhere.',
    !config.BACKUP_KEY && 'BACKUP_KEY is empty: backups are not encrypted (npm run portal -- make-backup-key).',
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '')
  if (config.DEMO) yield good('settings', 'All settings are valid. This is the demo.')
  else if (open.length === 0) yield good('settings', 'All settings are valid and complete.')
  else for (const sentence of open) yield bad('settings', String(sentence))
}

const leastVersion = 15
const maxSkewSeconds = 5

const databaseOf = async function* (config: Config): AsyncGenerator<CheckFinding> {
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
      ? good('extension', 'pg_trgm is available.')
      : bad('extension', 'pg_trgm is missing: install the package postgresql-contrib on the database server.')
    yield* tablesOf(db, server.isMigrated)
    if (server.isMigrated) yield* told('secrets', () => secretsOf(db, config))
    const weakness = await excessRightsOf(db)
    yield weakness ? bad('role', weakness) : good('role', 'It owns nothing and cannot change the audit trail.')
    const skew = Math.abs(Date.now() - server.now.getTime()) / 1_000
    yield skew <= maxSkewSeconds
      ? good('clock', 'The clocks of this machine and the database agree.')
      : bad(
          'clock',
          `The clocks of this machine and the database differ by ${Math.round(skew)} s: sync both with a time server.`,
        )
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

const tablesOf = async function* (db: Db, isMigrated: boolean): AsyncGenerator<CheckFinding> {
  if (!isMigrated) {
    yield bad('tables', 'There are none yet: run npm run portal -- set-up-database, or start the portal as the owner.')
    return
  }
  const wanted = await allMigrations()
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  const missing = wanted.filter((name) => !rows.some((row) => row.name === name))
  const stranger = rows.find(({ name }) => !wanted.includes(name))
  if (stranger) yield bad('tables', `They belong to a newer release (${stranger.name}): start that one or a later one.`)
  else if (missing.length > 0)
    yield bad('tables', `${missing.join(', ')} not applied yet: start the portal as the owner, or run set-up-database.`)
  else yield good('tables', `All ${wanted.length} migrations are applied.`)
  const { rows: holds } = await sql`select from job_hold`.execute(db)
  if (holds.length > 0)
    yield bad(
      'jobs',
      'All are on hold since a restore: run npm run portal -- release-jobs once this is the live portal.',
    )
  const { rows: waiting } = await setAside.execute(db)
  if (waiting.length === 0) yield good('jobs', 'No failed jobs.')
  for (const { kind, count, error } of waiting)
    yield bad(
      'jobs',
      `${count} of ${kind} failed (${error}): fix the cause, then run npm run portal -- retry-jobs ${kind}.`,
    )
}

const setAside = sql<{ kind: string; count: number; error: string }>`
  select kind, count(*)::int as count, coalesce(max(last_error), '') as error
  from job where failed_at is not null group by kind order by kind limit 20`

const secretsOf = async function* (db: Db, config: Config): AsyncGenerator<CheckFinding> {
  const { looked, unreadable } = await countUnreadable(db, config)
  if (unreadable > 0)
    yield bad(
      'secrets',
      `${unreadable} of ${looked} cannot be decrypted: SECRET_KEY has changed, so codes from those apps are refused.`,
    )
  else yield good('secrets', looked === 0 ? 'There are none yet.' : `${looked} can be decrypted with this SECRET_KEY.`)
}

const mailOf = async function* ({ SMTP_URL, MAIL_FROM, DEMO }: Config): AsyncGenerator<CheckFinding> {
  if (!SMTP_URL) {
    yield DEMO
      ? good('mail', 'The demo keeps mails in /dev/mailbox.')
      : bad('mail', 'SMTP_URL is empty: emails wait, and no codes are sent.')
    return
  }
  const transport = await openTransport(SMTP_URL)
  try {
    const to = /<([^>]*)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
    await transport.sendMail({
      from: MAIL_FROM,
      to,
      subject: 'Test email from the doctor command',
      text: 'The portal can send email. npm run portal -- doctor sent this test to the portal’s own address. No action is needed.\n',
    })
    yield good('mail', `${new URL(SMTP_URL).host} accepted an email to ${to}.`)
  } finally {
    transport.close()
  }
}

const erpOf = async function* (config: Config): AsyncGenerator<CheckFinding> {
  const erp = connectErp(config)
  try {
    for (const { level, text } of await erp.check()) yield { what: 'ERP', told: text, isFault: level === 'problem' }
  } finally {
    await erp.close()
  }
}

const storeOf = async function* (config: Config): AsyncGenerator<CheckFinding> {
  const store = openStore(config)
  const name = `doctor-${randomUUID()}`
  try {
    await store.put(name, Buffer.from(name))
    const isKept = (await store.get(name))?.toString() === name
    await store.remove(name)
    yield isKept
      ? good('pictures', 'The store can be written and read.')
      : bad('pictures', 'The store answers but does not save files: check UPLOADS.')
  } finally {
    store.close()
  }
}

/** Writes, reads and removes a small file where the daily backup goes. */
const backupsOf = async function* (config: Config): AsyncGenerator<CheckFinding> {
  if (!makesBackups(config)) {
    if (config.BACKUP_TO !== '') yield good('backups', 'Another tool makes them (BACKUP_TO=elsewhere).')
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
      ? good('backups', 'BACKUP_TO can be written and read.')
      : bad('backups', 'BACKUP_TO answers but does not save files.')
    const hours = ageOfNewest(there) / 3_600
    yield hours === Infinity
      ? bad('backups', 'There is none yet: a running portal writes the first within an hour.')
      : hours > maxHours
        ? bad('backups', `The newest is ${Math.floor(hours)} hours old: see the portal’s log.`)
        : good('backups', `The newest is ${Math.floor(hours)} hours old.`)
  } finally {
    store.close()
  }
}

const maxHours = 26

const diskOf = async function* ({ DATA_DIR, UPLOADS, BACKUP_TO }: Config): AsyncGenerator<CheckFinding> {
  await mkdir(DATA_DIR, { recursive: true })
  for (const [name, folder] of Object.entries({ DATA_DIR, UPLOADS, BACKUP_TO })) {
    if (!isFolder(folder)) continue
    const disk = await statfs(folder).catch(() => null)
    if (!disk) continue
    const { isEnough, free } = roomOn({ free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize })
    const said = `${free} free in ${name}`
    yield isEnough ? good('disk', `${said}.`) : bad('disk', `${said}: make room.`)
  }
}
