import { queueMail } from '#mail/send-mail.ts'
import type { Tx } from '#platform/db/tables.ts'
import { orderNumberedEmail } from './compose-emails.ts'

/** Emails the customer the ERP's order number, in the transaction that stores it. */
export const announceNumber = async (tx: Tx, orderId: string, publicUrl: string): Promise<void> => {
  const order = await tx
    .selectFrom('sales_order')
    .innerJoin('user_account', 'user_account.id', 'sales_order.user_id')
    .select(['sales_order.id', 'erp_id', 'purchase_order', 'total_price', 'email', 'name'])
    .where('sales_order.id', '=', orderId)
    .where('user_account.deleted_at', 'is', null)
    .executeTakeFirst()
  if (order?.erp_id) await queueMail(tx, orderNumberedEmail({ order, customer: order, publicUrl }))
}
