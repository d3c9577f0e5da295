import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { Postponed } from '#server/jobs/worker.ts'
import type { Letter } from './compose-letter.ts'

/** Queues a letter in the caller's transaction: it goes out exactly when the change that wrote it holds. */
export const queueMail = async (tx: Db | Tx, { to, subject, html, text }: Letter): Promise<void> => {
  const id = randomUUIDv7()
  await insertLetter(tx, { id, to, subject, html, text })
  await enqueue(tx, { kind: 'mail.send', payload: { mailId: id } })
}

const insertLetter = prepareStatement((db, { id, to, subject, html, text }: Letter & { id: string }) =>
  db.insertInto('mail').values({ id, recipient: to, subject, html, body: text }),
)

export type Deliver = (db: Db, mailId: string) => Promise<void>

/** Loaded with the first letter. */
const openTransport = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
}

/** Sends by SMTP_URL; without it the letter counts as sent once it lies in the mailbox. */
export const makeDeliver = ({ SMTP_URL, MAIL_FROM, DEMO }: Config): Deliver => {
  let opening: Promise<Transporter> | null = null

  return async (db, mailId) => {
    const mail = await db
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', mailId)
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
    const transport = await (opening ??= openTransport(SMTP_URL))
    await transport.sendMail({
      from: MAIL_FROM,
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      html: mail.html,
      text: mail.body,
      messageId: `<${mail.id}@apotheca>`,
    })
    // Letters carry codes and keys: what was delivered is not kept.
    await db.deleteFrom('mail').where('id', '=', mailId).execute()
  }
}
