import { sql } from 'kysely'
import type { EmailMessage } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { undoDays } from './change-email.ts'
import type { Config } from '#platform/config.ts'
import { alreadyRegisteredEmail } from './compose-emails.ts'
import { createHash } from 'node:crypto'
import { type CountAttempt, isAllowed } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { accountByEmail } from './find-account.ts'
import { accountLockedEmail } from './compose-notices.ts'

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

/** Notifies an address's owner that someone requested it; the response must not reveal that the address is known. */
export const notifyAccountHolder = async (tx: Tx, email: string, { PUBLIC_URL }: Config): Promise<void> => {
  const holder = await accountByEmail(tx, email)
  if (holder) await queueMail(tx, alreadyRegisteredEmail(holder, PUBLIC_URL))
}

export const lockedNoticeKind = 'accounts.tell-locked'

/** At most once a day; a job looks the address up, so that response time does not reveal the account. */
export const queueLockedNotice = async (db: Db, countAttempt: CountAttempt, email: string): Promise<void> => {
  const isFirst = await isAllowed(countAttempt(db, { what: 'locked-told', whom: [email], most: 1, seconds: 86_400 }))
  const key = createHash('sha256').update(email).digest('base64url')
  if (isFirst) await enqueue(db, { kind: lockedNoticeKind, key, payload: { email } })
}

export const mailLockedNotice = async (db: Db, config: Config, email: string): Promise<void> => {
  const holder = await accountByEmail(db, email)
  if (holder?.is_active) await queueNotice(db, holder.id, accountLockedEmail(holder, config))
}
