import { sql } from 'kysely'
import type { InvoicesOfOrder } from '#orders/history/trace-order.ts'
import { isMoney } from './read-settlement.ts'
import { visibleInvoices } from './queries.ts'

export const invoicesOfOrder: InvoicesOfOrder = async (db, caller, orderId) => {
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'erp_created_at', 'invoice_date', 'tracking_number', 'total_gross_amount', 'currency_code'])
    .select(['is_cancellation', 'cancelled_by'])
    .select(sql<Date | null>`invoice_date::timestamp at time zone business_zone()`.as('begins_at'))
    .where('order_id', '=', orderId)
    .where(visibleInvoices(caller) ?? sql<boolean>`true`)
    .orderBy('erp_created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    invoiceID: row.id,
    at: row.erp_created_at ?? row.begins_at,
    trackingNumber: row.tracking_number,
    amount: isMoney(row) ? row.total_gross_amount : null,
    currency: row.currency_code,
  }))
}
