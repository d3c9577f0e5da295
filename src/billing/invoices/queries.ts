import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { visibleAccount, isInvoiceOf, isOwnOrder, visibleOwner } from '#customers/business/own-records.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { InvoiceDetail, InvoiceRow } from './contract.ts'
import type { Condition } from '#platform/db/conditions.ts'
import { compareLines } from './compare-lines.ts'
import { isMoney, isOrderPaid, openAmountOf, settlementOf } from './read-settlement.ts'
import { questionsOf } from './list-questions.ts'
import { compareWithOrder, type PaymentOfOrder } from './compare-order.ts'

/** The columns of a list row. */
export const invoiceColumns = [
  'id',
  'party_id',
  'ship_via',
  'tracking_number',
  'release_status_code',
  'total_net_amount',
  'total_gross_amount',
  'currency_code',
  'purchase_order',
  'invoice_date',
  'due_date',
  'open_amount',
  'paid_here',
  'is_cancellation',
  'is_credit',
  'cancelled_by',
] as const

export type InvoiceColumns = Pick<Row<'invoice'>, (typeof invoiceColumns)[number]> & {
  is_order_paid: boolean
  customer: string
}

export const invoiceFields = (row: InvoiceColumns, today: string): z.input<typeof InvoiceRow> => ({
  invoiceID: row.id,
  partyID1: row.party_id,
  customer: row.customer,
  shipVia: row.ship_via,
  trackingNumber: row.tracking_number,
  releaseStatusCode: row.release_status_code,
  totalNetAmount: row.total_net_amount,
  currencyCode: row.currency_code,
  purchaseOrder: row.purchase_order,
  Date: row.invoice_date,
  dueDate: row.due_date,
  settlement: settlementOf(row, today),
  openAmount: openAmountOf(row),
  isCredit: row.is_credit,
})

/** Returns an invoice that the caller can see; any other invoice counts as not found. */
export const invoiceById = async (
  db: Db,
  caller: Caller,
  id: string,
): Promise<Row<'invoice'> & { is_order_paid: boolean }> => {
  const row = await db
    .selectFrom('invoice')
    .selectAll()
    .select(isOrderPaid.as('is_order_paid'))
    .where('id', '=', id)
    .where(visibleInvoices(caller) ?? sql<boolean>`true`)
    .executeTakeFirstOrThrow(() => notFound('Invoice'))
  return row
}

export const invoiceDetail = async (
  db: Db,
  { caller, id, today, paymentOfOrder }: { caller: Caller; id: string; today: string; paymentOfOrder: PaymentOfOrder },
): Promise<z.input<typeof InvoiceDetail>> => {
  const row = await invoiceById(db, caller, id)
  const order = row.order_id ? await orderOf(db, caller, row.order_id) : null
  const [names, compared, questions] = await Promise.all([
    // Only admins see the names of other businesses.
    caller.isAdmin
      ? businessNames(db, [row.buyer_party_id, row.payer_party_id])
      : new Map([[visibleAccount(caller), caller.orderingFor?.companyName ?? caller.companyName]]),
    compareLines(db, row.id, order?._id ?? null),
    questionsOf(db, row.id),
  ])
  return {
    invoiceID: row.id,
    PurchaseOrder_KUT: row.purchase_order,
    Date: row.invoice_date,
    CreationDateTime: row.erp_created_at,
    TrackingNumber_KUT: row.tracking_number,
    ShipVia_KUT: row.ship_via,
    FedExAccount_KUT: row.fedex_account,
    TotalGrossAmount: row.total_gross_amount,
    currencyCode: row.currency_code,
    ReleaseStatusCode: row.release_status_code,
    ShippingChargeAmountcontent_KUT: row.shipping_charge,
    TotalNetAmount: row.total_net_amount,
    BuyerPartyID: row.buyer_party_id,
    PayerPartyID: row.payer_party_id,
    dueDate: row.due_date,
    settlement: settlementOf(row, today),
    openAmount: openAmountOf(row),
    openAmountAt: row.open_amount_at,
    isCredit: row.is_credit,
    cancels: row.cancels || null,
    cancelledBy: row.cancelled_by,
    order,
    paidInPortal: order && row.is_order_paid && !row.is_credit ? await paymentOfOrder(db, order._id) : null,
    priceDifference:
      order && isMoney(row) && !row.is_credit ? (await compareWithOrder(db, order._id)).priceDifference : null,
    buyerName: names.get(row.buyer_party_id) ?? '',
    payerName: names.get(row.payer_party_id) ?? '',
    ...compared,
    questions,
  }
}

/** The names of the businesses with these account numbers. */
export const businessNames = async (db: Db, accounts: readonly string[]): Promise<Map<string, string>> => {
  const businesses = await db
    .selectFrom('business')
    .select(['account_number', 'name'])
    .where('account_number', 'in', accounts)
    .where('account_number', '!=', '')
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(businesses.map(({ account_number, name }) => [account_number, name]))
}

const orderOf = async (db: Db, caller: Caller, orderId: string) => {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'erp_id'])
    .where('id', '=', orderId)
    .where(caller.isAdmin ? sql<boolean>`true` : isOwnOrder(visibleOwner(caller)))
    .executeTakeFirst()
  return order ? { _id: order.id, orderIdSap: order.erp_id } : null
}

/** The invoices that a caller can see: null for admins, else those of their own or their customer's account. */
export const visibleInvoices = (caller: Caller): Condition | null =>
  caller.isAdmin ? null : isInvoiceOf(visibleAccount(caller))
