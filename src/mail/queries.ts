import type { Db } from '#platform/db/tables.ts'

const mostShown = 100

/** The newest emails of the demo's mailbox, newest first. */
export const newestMails = async (db: Db, recipient: string | null) => {
  let mails = db
    .selectFrom('mail')
    .select(['id', 'recipient as to', 'subject', 'body as text', 'html', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
  if (recipient) mails = mails.where('recipient', '=', recipient)
  return mails.execute()
}

export const mailHtml = async (db: Db, id: string): Promise<string | null> => {
  const mail = await db.selectFrom('mail').select('html').where('id', '=', id).executeTakeFirst()
  return mail?.html ?? null
}
