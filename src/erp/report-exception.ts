import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act, recorderIn } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { sql } from 'kysely'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { erpCalls } from './contract.ts'

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
  await recorderIn(tx)('ERP exception raised', subjectOf(orderId, key), { after: { message } })
  const admins = await tx
    .selectFrom('user_account')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['email', 'name'])
    .limit(maxEmails)
    .execute()
  for (const admin of admins)
    await queueMail(
      tx,
      composeEmail(admin, 'The ERP connection needs your attention', [
        message,
        'The Sync page in the portal lists this and every other exception.',
      ]),
    )
  return true
}

const subjectOf = (orderId: string | null, key: string): [string, string] =>
  orderId ? ['sales order', orderId] : ['ERP', key]

/** Marks an exception as handled; the audit trail keeps it. */
export const clearException = (db: Db, call: CallOf<typeof erpCalls.clearException>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { key } = call.body
    const exception = await tx
      .updateTable('erp_exception')
      .where('key', '=', key)
      .where('cleared_at', 'is', null)
      .set({ cleared_at: sql<Date>`now()`, cleared_by: actor._id })
      .returning(['message', 'order_id'])
      .executeTakeFirst()
    if (!exception) throw notFound('Exception')
    await record('ERP exception cleared', subjectOf(exception.order_id, key), {
      before: { message: exception.message },
    })
  })
