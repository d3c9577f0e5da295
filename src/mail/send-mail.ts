import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { App } from '#platform/feature.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { jobRows, enqueue, insertJobs, type NewJob, notifyWorkers } from '#platform/jobs/queue.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { dressEmail } from './brand-marks.ts'
import type { EmailMessage } from './compose-email.ts'

/** Queues an email in the caller's transaction, so that it is sent only if the change commits. */
export const queueMail = async (tx: Db | Tx, email: EmailMessage): Promise<void> => {
  const { mail, job } = readyToSend(email)
  await insertAndNotify(tx, { ...mail, jobs: jobRows([job]) })
}

export interface Mail {
  mailId: string
  recipient: string
  subject: string
  html: string
  body: string
}

/** Queues many emails with two statements. */
export const queueMails = async (tx: Tx, emails: readonly EmailMessage[]): Promise<void> => {
  const ready = emails.map(readyToSend)
  if (ready.length === 0) return
  await sql`
    insert into mail (id, recipient, subject, html, body)
    select "mailId", recipient, subject, html, body
    from jsonb_to_recordset(${JSON.stringify(ready.map(({ mail }) => mail))}::jsonb)
      as mail ("mailId" uuid, recipient text, subject text, html text, body text)`.execute(tx)
  await enqueue(tx, ...ready.map(({ job }) => job))
}

/** An email's row and its job, which callers must insert together. */
export const readyToSend = ({ to, subject, html, text, isAwaited }: EmailMessage): { mail: Mail; job: NewJob } => {
  const mailId = newId()
  return {
    mail: { mailId, recipient: to, subject, html, body: text },
    job: {
      kind: 'mail.send',
      payload: { mailId, ...(isAwaited && { isAwaited: '1' }) },
      lane: isAwaited ? awaitedLaneOf(to) : laneOf(to),
    },
  }
}

/** An attachment. */
export interface MailFile {
  name: string
  content: Uint8Array
}

/** A job kind of its own, so that an older release does not send the email without its file. */
export const withFileKind = 'mail.send-with-file'

/** Queues an email with a PDF attachment. */
export const queueMailWithFile = async (tx: Tx, email: EmailMessage, { name, content }: MailFile): Promise<void> => {
  const { mail, job } = readyToSend(email)
  const { mailId: id, recipient, subject, html, body } = mail
  await tx.insertInto('mail').values({ id, recipient, subject, html, body }).execute()
  await tx
    .insertInto('mail_attachment')
    .values({ mail_id: id, name, content: Buffer.from(content) })
    .execute()
  await enqueue(tx, { ...job, kind: withFileKind })
}

const sideBySide = 3

const bucketOf = (recipient: string, buckets: number): number =>
  createHash('sha256').update(recipient).digest().readUInt32BE() % buckets

/** A few emails are sent in parallel, those to one recipient in order. */
const laneOf = (recipient: string): string => `mail.${bucketOf(recipient, sideBySide)}`

/** Enough lanes that one slow recipient server rarely delays another recipient's code. */
const awaitedSideBySide = 64

/** The lane of awaited emails to this recipient. */
export const awaitedLaneOf = (recipient: string): string => `mail.awaited.${bucketOf(recipient, awaitedSideBySide)}`

/** A CTE body for statements that insert an email along with other rows. */
export const insertMail = ({ mailId, recipient, subject, html, body }: Mail): RawBuilder<unknown> => sql`
  insert into mail (id, recipient, subject, html, body) values (${mailId}, ${recipient}, ${subject}, ${html}, ${body})`

const insertAndNotify = prepareStatement(
  (_db, given: Mail & { jobs: string }) =>
    sql`with email as (${insertMail(given)}), queued as (${insertJobs(given.jobs)}) select ${notifyWorkers}`,
)

type Deliver = (db: Db, payload: Record<string, string>) => Promise<void>

/** Loads nodemailer with the first email and reuses pooled connections. */
export const openTransport = async (
  url: string,
  { maxConnections = 3, socketTimeout = 30_000 }: { maxConnections?: number; socketTimeout?: number } = {},
): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout,
  })
}

/** Awaited emails have separate connections, so that they don't wait for bulk email, and a shorter timeout. */
const forAwaited = { maxConnections: 10, socketTimeout: 15_000 }

/** Sends through SMTP_URL; in a demo without it the email counts as sent once it is in the mailbox. */
export const makeDeliver = ({
  config: { SMTP_URL, MAIL_FROM, DEMO },
  brand,
}: Pick<App, 'config' | 'brand'>): Deliver & { close(): Promise<void> } => {
  const opening = new Map<boolean, Promise<Transporter>>()
  const transportFor = (isAwaited: boolean): Promise<Transporter> => {
    const open = opening.get(isAwaited) ?? openTransport(SMTP_URL, isAwaited ? forAwaited : {})
    opening.set(isAwaited, open)
    return open
  }

  const deliver: Deliver = async (db, { mailId = '', isAwaited = '' }) => {
    const mail = await db
      .selectFrom('mail')
      .leftJoin('mail_attachment', 'mail_id', 'mail.id')
      .selectAll('mail')
      .select(['mail_attachment.name as fileName', 'mail_attachment.content as file'])
      .where('mail.id', '=', mailId)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (!mail) return
    if (!SMTP_URL) {
      if (!DEMO) throw new Postponed(60, 'No mail server is configured (SMTP_URL).', { wholeLane: true })
      await db
        .updateTable('mail')
        .set({ sent_at: sql<Date>`now()` })
        .where('id', '=', mailId)
        .execute()
      return
    }
    const { logo, ...dressed } = dressEmail(brand(), mail)
    const transport = await transportFor(isAwaited !== '')
    try {
      await transport.sendMail({
        from: MAIL_FROM.includes('<') ? MAIL_FROM : { name: brand().name, address: MAIL_FROM },
        to: { name: '', address: mail.recipient },
        ...dressed,
        attachments: [
          ...(logo
            ? [{ filename: 'logo.png', content: logo, cid: 'logo', contentDisposition: 'inline' as const }]
            : []),
          ...(mail.file && mail.fileName
            ? [{ filename: mail.fileName, content: mail.file, contentType: 'application/pdf' }]
            : []),
        ],
        messageId: `<${mail.id}@apotheca>`,
      })
    } catch (error) {
      throw await laterOr(error, transport)
    }
    // Emails contain codes and tokens, so delivered ones are deleted.
    await db.deleteFrom('mail').where('id', '=', mailId).execute()
  }
  const close = async () => {
    for (const transport of await Promise.all(opening.values())) transport.close()
  }
  return Object.assign(deliver, { close })
}

const awayCodes = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS', 'EOAUTH2']
const [awaySeconds, laterSeconds] = [30, 60]

/**
 * Decides how to retry. An unreachable server pauses the whole lane without counting an attempt. If the server still
 * answers a greeting, the recipient caused the failure, which counts for this email alone. A temporary error (4xx)
 * postpones this email.
 */
const laterOr = async (error: unknown, transport: Transporter): Promise<unknown> => {
  if (!(error instanceof Error)) return error
  const { code = '', responseCode = 0 } = error as Error & { code?: string; responseCode?: number } // added by nodemailer
  if (awayCodes.includes(code) && (await isThere(transport))) return error
  if (awayCodes.includes(code) || responseCode === 421)
    return new Postponed(awaySeconds, `The mail server cannot be used: ${error.message}`, { wholeLane: true })
  if (responseCode >= 400 && responseCode < 500)
    return new Postponed(laterSeconds, `The mail server asked to try again later: ${error.message}`)
  return error
}

const isThere = (transport: Transporter): Promise<boolean> =>
  transport.verify().then(
    () => true,
    () => false,
  )
