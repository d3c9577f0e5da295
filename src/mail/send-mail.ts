import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { App } from '#platform/feature.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { asRows, enqueue, insertJobs, type NewJob, tellWorkers } from '#platform/jobs/queue.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { dressEmail } from './brand-marks.ts'
import type { EmailMessage } from './compose-email.ts'

/** Queues an email in the caller's transaction: it goes out exactly when the change that wrote it holds. */
export const queueMail = async (tx: Db | Tx, email: EmailMessage): Promise<void> => {
  const { mail, job } = readyToSend(email)
  await insertAndTell(tx, { ...mail, jobs: asRows([job]) })
}

export interface Mail {
  mailId: string
  recipient: string
  subject: string
  html: string
  body: string
}

/** An email as it is stored, and the job that sends it: who writes one writes the other with it. */
export const readyToSend = ({ to, subject, html, text, isAwaited }: EmailMessage): { mail: Mail; job: NewJob } => {
  const mailId = randomUUIDv7()
  return {
    mail: { mailId, recipient: to, subject, html, body: text },
    job: { kind: 'mail.send', payload: { mailId }, lane: isAwaited ? 'mail.awaited' : laneOf(to) },
  }
}

/** What an email brings along. */
export interface MailFile {
  name: string
  content: Uint8Array
}

/** A process that knows nothing of files must not send it without: its job has a kind of its own. */
export const withFileKind = 'mail.send-with-file'

/** The same with a PDF in it, which must not be missing when it is sent. */
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

/** Several go out at a time, and those to one person in their order. */
const laneOf = (recipient: string): string =>
  `mail.${[...recipient].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % sideBySide}`

/** A part of a statement, for those who write an email together with something else. */
export const insertMail = ({ mailId, recipient, subject, html, body }: Mail): RawBuilder<unknown> => sql`
  insert into mail (id, recipient, subject, html, body) values (${mailId}, ${recipient}, ${subject}, ${html}, ${body})`

const insertAndTell = prepareStatement(
  (_db, given: Mail & { jobs: string }) =>
    sql`with email as (${insertMail(given)}), queued as (${insertJobs(given.jobs)}) select ${tellWorkers}`,
)

export interface Deliver {
  (db: Db, mailId: string): Promise<void>
  close(): Promise<void>
}

/** Loaded with the first email; its connections are kept for the next ones. */
export const openTransport = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
}

/** Sends by SMTP_URL; without it the email counts as sent once it lies in the mailbox. */
export const makeDeliver = ({
  config: { SMTP_URL, MAIL_FROM, DEMO },
  brand,
}: Pick<App, 'config' | 'brand'>): Deliver => {
  let opening: Promise<Transporter> | null = null

  const deliver = async (db: Db, mailId: string) => {
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
    const transport = await (opening ??= openTransport(SMTP_URL))
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
      throw laterOr(error)
    }
    // Emails carry codes and keys: what was delivered is not kept.
    await db.deleteFrom('mail').where('id', '=', mailId).execute()
  }
  return Object.assign(deliver, { close: async () => (await opening)?.close() })
}

const awayCodes = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS', 'EOAUTH2']
const [awaySeconds, laterSeconds] = [30, 60]

/** A server that is away, or does not take us, takes nobody's mail: all wait, and no try is counted. One that says "later" says so of this mail. */
const laterOr = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code = '', responseCode = 0 } = error as Error & { code?: string; responseCode?: number } // what nodemailer adds
  if (awayCodes.includes(code) || responseCode === 421)
    return new Postponed(awaySeconds, `The mail server cannot be used: ${error.message}`, { wholeLane: true })
  if (responseCode >= 400 && responseCode < 500)
    return new Postponed(laterSeconds, `The mail server asked for patience: ${error.message}`)
  return error
}
