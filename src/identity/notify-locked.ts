import { createHash } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { accountLockedEmail } from './compose-notices.ts'
import { queueNotice } from './queue-notice.ts'

export const lockedNoticeKind = 'accounts.tell-locked'

/**
 * At most once a day. A job looks the address up later, so that response time does not reveal whether the account
 * exists.
 */
export const queueLockedNotice = async (db: Db, countAttempt: CountAttempt, email: string): Promise<void> => {
  const isFirst = await countAttempt(db, { what: 'locked-told', whom: [email], most: 1, seconds: 86_400 }).then(
    () => true,
    () => false,
  )
  const key = createHash('sha256').update(email).digest('base64url')
  if (isFirst) await enqueue(db, { kind: lockedNoticeKind, key, payload: { email } })
}

export const mailLockedNotice = async (db: Db, config: Config, email: string): Promise<void> => {
  const holder = await db
    .selectFrom('user_account')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (holder) await queueNotice(db, holder.id, accountLockedEmail(holder, config))
}
