import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

interface ErpException {
  /** What the exception is about; each key is reported once. */
  key: string
  orderId: string | null
  message: string
}

const maxEmails = 20

/**
 * Reports something that only a person can decide to every admin by email and in the audit trail. A repeated key has no
 * effect.
 */
export const reportException = async (tx: Db | Tx, { key, orderId, message }: ErpException): Promise<boolean> => {
  const raised = await tx
    .insertInto('erp_exception')
    .values({ key, order_id: orderId, message })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!raised) return false
  await recordAudit(tx, {
    actorId: null,
    action: 'ERP exception raised',
    entity: orderId ? 'sales order' : 'ERP',
    entityId: orderId ?? key,
    after: { message },
    request: null,
  })
  const admins = await tx
    .selectFrom('user_account')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['email', 'name'])
    .limit(maxEmails)
    .execute()
  for (const { email, name } of admins)
    await queueMail(
      tx,
      composeEmail({
        to: email,
        subject: 'The ERP connection needs your attention',
        parts: [
          { kind: 'text', text: `Hello ${name},` },
          { kind: 'text', text: message },
          { kind: 'text', text: 'The Sync page in the portal lists this and every other exception.' },
        ],
      }),
    )
  return true
}
