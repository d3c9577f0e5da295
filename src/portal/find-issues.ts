import { access, constants, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { countUnreadable } from '#identity/factors/protect-secret.ts'
import { openTransport } from '#mail/send-mail.ts'
import { exportKind } from '#orders/queue-export.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { roomOn } from '#platform/full-disk.ts'
import type { Issue } from '#reports/list-issues.ts'
import { ageOfNewest, backupKind, isFolder, makesBackups, openBackupStore } from './open-backup-store.ts'

/** Last known status of external services: the mail server's error, the age of the newest backup. */
export interface ServiceStatus {
  mail: string | null
  kept: number | string
}

/** Probes the mail server and the backup store, which callers do less often than other checks. */
export const probeServices = async (config: Config): Promise<ServiceStatus> => {
  const [mail, kept] = await Promise.all([
    config.SMTP_URL ? inTime(greet(config.SMTP_URL)).then(() => null, reasonOf) : null,
    makesBackups(config) ? inTime(ageOfKept(config)).catch(reasonOf) : Infinity,
  ])
  return { mail, kept }
}

/** Finds issues that need active checks too expensive for every health probe. */
export const findIssues = async (db: Db, config: Config, outside: ServiceStatus): Promise<Issue[]> => {
  const found = await Promise.all([
    jobIssues(db),
    mailIssues(db, config, outside),
    backupIssues(db, config, outside),
    diskIssues(config),
    erpIssues(db, config),
    secretIssues(db, config),
  ])
  return found.flat()
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const patienceMilliseconds = 15_000

/** A check that hangs must not block the others. */
const inTime = <T>(asked: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('There was no answer in time.')), patienceMilliseconds)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

const mailKinds = sql`kind in ('mail.send', 'mail.send-with-file')`
const triesBeforeReported = 3

/** Jobs that keep failing but are still retried; emails, backups and orders have their own checks. */
const jobIssues = async (db: Db): Promise<Issue[]> => {
  const { rows } = await sql<{ kind: string; count: number; reason: string }>`
    select kind, count(*)::int as count, max(last_error) as reason from job
    where failed_at is null and attempts >= ${triesBeforeReported} and last_error <> ''
      and not ${mailKinds} and kind not in (${exportKind}, ${backupKind})
    group by kind order by kind limit 20`.execute(db)
  return rows.map(({ kind, count, reason }) => ({
    kind: 'jobs',
    which: `${kind} fails`,
    text: `${count === 1 ? '1 job' : `${count} jobs`} “${kind}” failed at least ${triesBeforeReported} times and ${count === 1 ? 'is' : 'are'} retrying.`,
    reason,
  }))
}

const fewRecipients = 3

const mailIssues = async (db: Db, { SMTP_URL, DEMO }: Config, { mail }: ServiceStatus): Promise<Issue[]> => {
  if (!SMTP_URL)
    return DEMO
      ? []
      : [{ kind: 'mail', text: 'Emails are not sent: no mail server is set.', reason: 'SMTP_URL is empty.' }]
  const told = (text: string, reason: string): Issue[] => [{ kind: 'mail', text, reason }]
  if (mail !== null) return told('The mail server cannot be reached: order codes and password resets wait.', mail)
  // A full mailbox concerns one recipient; failures of several point to the server, or to us.
  const { rows } = await sql<{ mails: number; recipients: number; reason: string }>`
    select count(*)::int as mails, count(distinct recipient)::int as recipients, coalesce(max(last_error), '') as reason
    from job join mail on mail.id = (payload ->> 'mailId')::uuid
    where ${mailKinds} and failed_at is null and last_error <> '' and sent_at is null
      and (attempts > 0 or mail.created_at < now() - interval '15 minutes')`.execute(db)
  const { mails = 0, recipients = 0, reason = '' } = rows[0] ?? {}
  return recipients < fewRecipients
    ? []
    : told(`The mail server refused ${mails} emails to ${recipients} people. They will be retried.`, reason)
}

const greet = async (url: string): Promise<void> => {
  const transport = await openTransport(url, { maxConnections: 1 })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const hour = 3_600
/** The next backup starts a day after the last one finished; a running one may take longer. */
const maxAge = { waiting: 26 * hour, running: 48 * hour, first: hour }

const backupIssues = async (db: Db, config: Config, { kept: age }: ServiceStatus): Promise<Issue[]> => {
  const told = (text: string, reason = ''): Issue[] => [{ kind: 'backup', text, reason }]
  if (config.BACKUP_TO === '')
    return config.DEMO
      ? []
      : told('No backups are made: BACKUP_TO is empty.', 'If another tool makes them, set BACKUP_TO=elsewhere.')
  if (!makesBackups(config)) return []
  const { rows } = await sql<{ tries: number; isRunning: boolean; age: number; reason: string }>`
    select attempts - (coalesce(locked_until >= now(), false))::int as tries, last_error as reason,
      coalesce(locked_until >= now(), false) as "isRunning", extract(epoch from now() - created_at)::float8 as age
    from job where kind = ${backupKind} and failed_at is null limit 1`.execute(db)
  const [job] = rows
  if (job && job.tries > 0 && job.reason) return told('The daily backup failed and will be retried.', job.reason)
  if (typeof age === 'string') return told('BACKUP_TO cannot be reached.', age)
  const isMissing =
    age === Infinity ? (job?.age ?? Infinity) > maxAge.first : age > maxAge[job?.isRunning ? 'running' : 'waiting']
  if (!isMissing) return []
  return age === Infinity
    ? told('No backup has been written to BACKUP_TO yet.')
    : told(`The newest backup is ${Math.floor(age / hour)} hours old.`)
}

const ageOfKept = async (config: Config): Promise<number> => {
  const store = openBackupStore(config)
  try {
    const age = ageOfNewest(await store.names())
    if (isFolder(config.BACKUP_TO)) await access(config.BACKUP_TO, constants.W_OK)
    return age
  } finally {
    store.close()
  }
}

/** The disks of pictures, backups and the embedded database. The database reports its own full disk. */
const diskIssues = async ({ DATA_DIR, UPLOADS, BACKUP_TO }: Config): Promise<Issue[]> => {
  const places = {
    DATA_DIR,
    ...(isFolder(UPLOADS) && { UPLOADS }),
    ...(makesBackups({ BACKUP_TO }) && isFolder(BACKUP_TO) && { BACKUP_TO }),
  }
  const low: string[] = []
  for (const [name, folder] of Object.entries(places)) {
    const disk = await statfs(folder).catch(() => null)
    const room = disk && roomOn({ free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize })
    if (room && !room.isEnough) low.push(`${room.free} in ${name}`)
  }
  return low.length === 0
    ? []
    : [{ kind: 'disk', text: 'The disk is nearly full.', reason: `Left: ${low.join(', ')}.` }]
}

const silentMinutes = 5

const erpIssues = async (db: Db, { ERP_URL }: Config): Promise<Issue[]> => {
  const { rows } = await sql<{ isAway: boolean; reason: string; unread: number | null }>`
    select coalesce(opened_at < now() - make_interval(mins => ${silentMinutes}), false) as "isAway", reason,
      (select extract(epoch from now() - finished_at)::float8 / 3600 from erp_sync
        where kind = 'orders' and not exists (select from erp_run where kind = 'orders' and state = 'running')) as unread
    from erp_circuit`.execute(db)
  const { isAway = false, reason = '', unread = null } = rows[0] ?? {}
  if (isAway) return [{ kind: 'erp', text: 'The ERP does not respond: orders wait.', reason }]
  if (!ERP_URL || unread === null || unread < 1) return []
  const { rows: failed } = await sql<{ message: string }>`
    select message from erp_run where kind = 'orders' order by created_at desc, id desc limit 1`.execute(db)
  const since = Math.floor(unread)
  return [
    {
      kind: 'erp',
      text: `The last complete ERP sync was ${since === 1 ? 'an hour' : `${since} hours`} ago.`,
      reason: failed[0]?.message ?? '',
    },
  ]
}

const secretIssues = async (db: Db, config: Config): Promise<Issue[]> => {
  const { looked, unreadable } = await countUnreadable(db, config)
  return unreadable === 0
    ? []
    : [
        {
          kind: 'secret-key',
          text: 'Authenticator apps or company sign-ons cannot be decrypted with this SECRET_KEY: sign-ins with them fail.',
          reason: `${unreadable} of ${looked} were encrypted with another key.`,
        },
      ]
}
