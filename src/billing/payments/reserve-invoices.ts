import { sql } from 'kysely'
import { isInvoiceOf } from '#customers/business/own-records.ts'
import { isOrderPaid, settlementState } from '../invoices/read-settlement.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { toCents } from '#shared/money.ts'

type Payment = Row<'payment'>

/** Whether a payment may capture now; `busy`: another is capturing. */
export type CaptureReadiness = 'owed' | 'busy' | 'paid elsewhere'

export const invoicePaidMessage = 'An invoice of this order is already paid or being paid separately.'

const minutesToPay = 30
export const abandonedBefore = sql<Date>`now() - make_interval(mins => ${minutesToPay})`

/** An unfinished payment expires, so that it does not block others; it counts as abandoned even if approved later. */
export const isAbandoned = ({ order_id, state, created_at }: Payment): boolean =>
  order_id === null && (state === 'ended' || Date.now() - created_at.getTime() > minutesToPay * 60_000)

const columns = [
  'id',
  'order_id',
  'open_amount',
  'paid_here',
  'total_gross_amount',
  'currency_code',
  'due_date',
  'is_cancellation',
  'is_credit',
  'cancelled_by',
] as const

export type PayableInvoice = Pick<Row<'invoice'>, (typeof columns)[number]> & { is_order_paid: boolean }

export const invoicesAmong = async (db: Db | Tx, ids: readonly string[], account: string): Promise<PayableInvoice[]> =>
  allOf(ids, await invoicesOf(db, ids).where(isInvoiceOf(account)).execute())

const invoicesOf = (db: Db | Tx, ids: readonly string[]) =>
  db.selectFrom('invoice').select(columns).select(isOrderPaid.as('is_order_paid')).where('id', 'in', ids).orderBy('id')

/** Returns all invoices or throws; another customer's invoice counts as not found. */
const allOf = (ids: readonly string[], invoices: PayableInvoice[]): PayableInvoice[] => {
  if (invoices.length < new Set(ids).size) throw notFound('Invoice')
  return invoices
}

/** Locks the orders of the invoices first, then the invoices, so that payments of those orders wait as well. */
export const lockInvoices = async (tx: Tx, ids: readonly string[]): Promise<PayableInvoice[]> => {
  await tx
    .selectFrom('sales_order')
    .select('id')
    .where(
      'id',
      'in',
      tx.selectFrom('invoice').select('order_id').where('id', 'in', ids).where('order_id', 'is not', null),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx.selectFrom('invoice').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return invoicesOf(tx, ids).execute()
}

/** Why an invoice cannot be paid online, as a sentence; empty if it can. The ERP's open amount decides. */
export const whyNotPayable = (invoice: PayableInvoice): string => {
  const settlement = settlementState(invoice)
  if (invoice.is_credit) return `${invoice.id} is a credit note: there is nothing to pay.`
  if (settlement === 'unknown') return `The open amount of invoice ${invoice.id} is not known yet.`
  if (settlement === 'cancelled' || settlement === 'cancellation') return `Invoice ${invoice.id} is canceled.`
  if (settlement === 'paid' || settlement === 'onItsWay' || invoice.paid_here !== null)
    return `Invoice ${invoice.id} is already paid.`
  if (invoice.currency_code !== 'USD') return `Invoice ${invoice.id} is not in US dollars.`
  return ''
}

export const sharesOf = (db: Db | Tx, paymentId: string): Promise<Row<'invoice_share'>[]> =>
  db.selectFrom('invoice_share').selectAll().where('payment_id', '=', paymentId).orderBy('invoice_id').execute()

/** Payments that block these invoices: those that reserved them, or a capture for one of their orders. */
export const paymentsReserving = async (tx: Tx, ids: readonly string[]): Promise<Payment[]> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb
            .selectFrom('invoice_share')
            .select('payment_id')
            .where('invoice_id', 'in', ids)
            .where('is_held', '=', true),
        ),
        eb.and([
          eb('state', '=', 'taking'),
          eb('order_id', 'in', eb.selectFrom('invoice').select('order_id').where('id', 'in', ids)),
        ]),
      ]),
    )
    .execute()

/** Reserves a payment's invoices if the ERP still reports exactly these open amounts and no other payment has them. */
export const reserveInvoices = async (tx: Tx, payment: Payment): Promise<CaptureReadiness> => {
  const shares = await sharesOf(tx, payment.id)
  const ids = shares.map(({ invoice_id }) => invoice_id)
  const invoices = await lockInvoices(tx, ids)
  const holders = (await paymentsReserving(tx, ids)).filter(({ id }) => id !== payment.id)
  if (holders.some(({ state }) => state === 'taking')) return 'busy'
  const centsOf = new Map(shares.map(({ invoice_id, cents }) => [invoice_id, Number(cents)]))
  const isOwed = invoices.every(
    (invoice) => whyNotPayable(invoice) === '' && toCents(invoice.open_amount ?? 0) === centsOf.get(invoice.id),
  )
  if (!isOwed || holders.length > 0) return 'paid elsewhere'
  await tx.updateTable('invoice_share').set({ is_held: true }).where('payment_id', '=', payment.id).execute()
  return 'owed'
}

/** True while an invoice of the order is paid separately. */
export const hasReservedInvoice = async (db: Db | Tx, orderId: string): Promise<boolean> => {
  const held = await db
    .selectFrom('invoice_share')
    .innerJoin('invoice', 'invoice.id', 'invoice_id')
    .select('payment_id')
    .where('invoice.order_id', '=', orderId)
    .where(sql<boolean>`is_held`)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
