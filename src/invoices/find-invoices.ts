import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { visibleInvoices } from './own-invoices.ts'

interface InvoiceOfOrder {
  invoiceID: string
  at: string | null
  trackingNumber: string
}

/** The invoices of an order, as far as the caller may see them. */
export const invoicesOfOrder = async (db: Db, caller: Caller, orderId: string): Promise<InvoiceOfOrder[]> => {
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
