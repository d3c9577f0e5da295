import type * as z from 'zod/mini'
import { type FoundRecord, isSameNumber } from '#shared/found-record.ts'
import { inCurrency } from '#shared/money.ts'
import type { Db } from '#platform/db/tables.ts'
import { type FindRecords, maxFound } from '#platform/http/record-finder.ts'
import type { InvoiceRow } from './contract.ts'
import { pageOfInvoices } from './list-invoices.ts'
import { visibleInvoices } from './queries.ts'
import { sql } from 'kysely'
import type { InvoicesOfOrder } from '#orders/history/trace-order.ts'
import { isMoney, isOrderPaid, settlementOf } from './read-settlement.ts'

/** Finds invoices by invoice, PO or tracking number: every invoice for admins, else those of the caller's account. */
export const findInvoices =
  (db: Db): FindRecords =>
  async (caller, { text, kinds }) => {
    if (kinds && !kinds.includes('invoice')) return []
    const page = {
      whose: visibleInvoices(caller),
      ownAccount: caller.accountID,
      filter: {},
      today: '',
      product: null,
      sort: '-createdAt',
      page: 1,
      pageSize: maxFound,
    } as const
    const { rows } = await pageOfInvoices(db, { ...page, numbered: { text, isWhole: true } })
    const others =
      rows.length < maxFound ? await pageOfInvoices(db, { ...page, numbered: { text, isWhole: false } }) : { rows: [] }
    const found = new Map([...rows, ...others.rows].map((row) => [row.invoiceID, row]))
    return [...found.values()].slice(0, maxFound).map((row) => recordOf(row, text))
  }

const recordOf = (row: z.input<typeof InvoiceRow>, text: string): FoundRecord => {
  const { invoiceID, purchaseOrder, trackingNumber, customer, Date: day, totalNetAmount, currencyCode, isCredit } = row
  const parcel = trackingNumber.split(',').find((number) => isSameNumber(number, text))
  const facts = [
    purchaseOrder && `PO ${purchaseOrder}`,
    parcel && `Tracking ${parcel.trim()}`,
    day,
    inCurrency(totalNetAmount, currencyCode),
    customer,
  ]
  return {
    kind: 'invoice',
    _id: invoiceID,
    title: `${isCredit ? 'Credit note' : 'Invoice'} ${invoiceID}`,
    detail: facts.filter(Boolean).join(' · '),
    fit: isSameNumber(invoiceID, text) ? 'own' : isSameNumber(purchaseOrder, text) || parcel ? 'other' : 'part',
  }
}

export const invoicesOfOrder: InvoicesOfOrder = async (db, caller, orderId) => {
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'erp_created_at', 'invoice_date', 'tracking_number', 'total_gross_amount', 'currency_code'])
    .select(['is_cancellation', 'cancelled_by', 'is_credit', 'open_amount', 'paid_here', 'due_date'])
    .select([isOrderPaid.as('is_order_paid'), sql<string>`business_today()::text`.as('today')])
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
    payment: paymentOf(row, row.today),
    dueDate: row.due_date,
  }))
}

type Payment = Awaited<ReturnType<InvoicesOfOrder>>[number]['payment']

/** Null for credit notes and canceled documents, which need no payment. */
const paymentOf = (row: Parameters<typeof settlementOf>[0], today: string): Payment => {
  const settlement = settlementOf(row, today)
  switch (settlement) {
    case 'cancelled':
    case 'cancellation':
    case 'credit':
    case 'creditUsed':
      return null
    default:
      return settlement
  }
}
