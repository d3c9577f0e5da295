import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

interface ErpException {
  /** What the exception is about; each key is reported once. */
  key: string
  orderId: string | null
  message: string
}

const maxEmails = 20

/** Reports what only a person can decide to every admin, by email and audit trail; a repeated key does nothing. */
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

interface Clearing {
  key: string
  actorId: string
  request: RequestFacts
}

/** Marks an exception as handled; the audit trail keeps it. */
export const clearException = (db: Db, { key, actorId, request }: Clearing): Promise<void> =>
  transaction(db, async (tx) => {
    const exception = await tx
      .updateTable('erp_exception')
      .where('key', '=', key)
      .where('cleared_at', 'is', null)
      .set({ cleared_at: sql<Date>`now()`, cleared_by: actorId })
      .returning(['message', 'order_id'])
      .executeTakeFirst()
    if (!exception) throw notFound('Exception')
    await recordAudit(tx, {
      actorId,
      action: 'ERP exception cleared',
      entity: exception.order_id ? 'sales order' : 'ERP',
      entityId: exception.order_id ?? key,
      before: { message: exception.message },
      request,
    })
  })
