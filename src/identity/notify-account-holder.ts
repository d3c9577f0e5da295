import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import { alreadyRegisteredEmail } from './compose-emails.ts'

/**
 * Notifies the owner of an address that someone requested it; the response must not reveal that the address is known.
 */
export const notifyAccountHolder = async (tx: Tx, email: string, { PUBLIC_URL }: Config): Promise<void> => {
  const holder = await tx
    .selectFrom('user_account')
    .select(['email', 'name', 'is_active'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (holder) await queueMail(tx, alreadyRegisteredEmail(holder, PUBLIC_URL))
}
