import { activeAdmins } from '#identity/find-account.ts'
import { composeEmail } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act, recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
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
  /** A desk that gets the email besides the admins; empty if none. */
  desk?: string
}

/** Reports what only a person can decide to every admin, by email and audit trail; a repeated key does nothing. */
export const reportException = async (
  tx: Db | Tx,
  { key, orderId, message, desk = '' }: ErpException,
): Promise<boolean> => {
  const raised = await tx
    .insertInto('erp_exception')
    .values({ key, order_id: orderId, message })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!raised) return false
  await recorderIn(tx)('ERP exception raised', subjectOf(orderId, key), { after: { message } })
  const admins = await activeAdmins(tx)
  const isAdmin = admins.some(({ email }) => email.toLowerCase() === desk.toLowerCase())
  for (const admin of [...admins, ...(desk && !isAdmin ? [{ email: desk, name: 'Compliance' }] : [])])
    await queueMail(
      tx,
      composeEmail(admin, 'The ERP connection needs your attention', [
        message,
        'The Sync page in the portal lists this and every other exception.',
      ]),
    )
  return true
}

/** Reports an exception of an order and shows it on the order. */
export const reportOrder = (db: Db, { key, orderId, message }: ErpException & { orderId: string }): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.updateTable('sales_order').where('id', '=', orderId).set({ erp_error: message }).execute()
    await reportException(tx, { key, orderId, message })
  })

const subjectOf = (orderId: string | null, key: string): [string, string] =>
  orderId ? ['sales order', orderId] : ['ERP', key]

/** Closes an exception that a person resolved elsewhere; one that is closed or unknown stays as it is. */
export const closeException = async (tx: Tx, key: string, closedBy: string): Promise<void> => {
  await tx
    .updateTable('erp_exception')
    .where('key', '=', key)
    .where('cleared_at', 'is', null)
    .set({ cleared_at: sql<Date>`now()`, cleared_by: closedBy })
    .execute()
}

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
      .executeTakeFirstOrThrow(() => notFound('Exception'))
    await record('ERP exception cleared', subjectOf(exception.order_id, key), {
      before: { message: exception.message },
    })
  })
