import { sql } from 'kysely'
import type { EmailMessage } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { undoDays } from './change-email.ts'

/**
 * Emails the account's owner about a change of its sign-in methods. A former address that can still undo a change gets
 * a copy, because the intruder may own the new one.
 */
export const queueNotice = async (db: Db | Tx, userId: string, notice: EmailMessage): Promise<void> => {
  const former = await db
    .selectFrom('email_proof')
    .select('former_email')
    .distinct()
    .where('user_id', '=', userId)
    .where('former_email', 'is not', null)
    .where('former_email', '!=', notice.to)
    .where('proven_at', '>', sql<Date>`now() - make_interval(days => ${undoDays})`)
    .execute()
  await queueMail(db, notice)
  for (const { former_email } of former) if (former_email) await queueMail(db, { ...notice, to: former_email })
}
