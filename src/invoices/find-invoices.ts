import { sql } from 'kysely'
import type { InvoicesOfOrder } from '#orders/history/trace-order.ts'
import { visibleInvoices } from './queries.ts'

export const invoicesOfOrder: InvoicesOfOrder = async (db, caller, orderId) => {
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'erp_created_at', 'invoice_date', 'tracking_number'])
    .where('order_id', '=', orderId)
    .where(visibleInvoices(caller) ?? sql<boolean>`true`)
    .orderBy('erp_created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, erp_created_at, invoice_date, tracking_number }) => ({
    invoiceID: id,
    at: erp_created_at?.toISOString() ?? (invoice_date && `${invoice_date}T00:00:00.000Z`),
    trackingNumber: tracking_number,
  }))
}
