import { isInvoiceOf } from '#customers/business/own-records.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { beginAtProvider, type StartedPayment } from './begin-payment.ts'
import type { InvoicePayment, invoicePayments, InvoicesQuote, PaymentStart } from './invoice-payment-shapes.ts'
import {
  paymentsReserving,
  invoicesAmong,
  lockInvoices,
  type PayableInvoice,
  sharesOf,
  whyNotPayable,
} from './reserve-invoices.ts'
import { reconcileNow, reportedPayment, refuseUnpaid } from './pay-order.ts'
import type { Provider } from './provider.ts'
import { toPaymentDetail, providersFor, refuseClosedProvider, widgetsOf } from './queries.ts'
import { queueCheck } from './queue-check.ts'
import { endPayment } from './record-payment.ts'
import type { ReconcileContext } from './reconcile-payment.ts'

/** The shares and total of a payment of these invoices, and why some cannot be paid. */
export const quoteInvoices = async (
  db: Db,
  config: Config,
  { caller, ids }: { caller: Caller; ids: readonly string[] },
): Promise<InvoicesQuote> => {
  const invoices = await invoicesAmong(db, ids, caller.accountID)
  const payable = invoices.filter((invoice) => whyNotPayable(invoice) === '')
  return {
    shares: payable.map(({ id, open_amount }) => ({ invoiceID: id, amount: open_amount ?? 0 })),
    total: toDollars(centsOf(payable)),
    refusals: invoices.map(whyNotPayable).filter(Boolean),
    offered: config.PAY_INVOICES_ONLINE && payable.length > 0 ? await providersFor(db, config, caller.businessId) : [],
    ...widgetsOf(config),
  }
}

const centsOf = (invoices: readonly PayableInvoice[]): number =>
  invoices.reduce((sum, { open_amount }) => sum + toCents(open_amount ?? 0), 0)

/** One payment of several invoices, reserved until it ends. Another choice by the user replaces it. */
export const beginInvoicesPayment = async (
  { db, config, provider }: { db: Db; config: Config; provider: Provider },
  caller: Caller,
  wanted: PaymentStart,
): Promise<StartedPayment> => {
  if (!config.PAY_INVOICES_ONLINE) throw new Refusal(409, 'Invoices cannot be paid online.')
  await invoicesAmong(db, wanted.ids, caller.accountID)
  const payment = await transaction(db, async (tx) => {
    await refuseClosedProvider(tx, provider.name, caller.businessId)
    const invoices = await lockInvoices(tx, wanted.ids)
    const why = invoices.map(whyNotPayable).find(Boolean)
    if (why) throw new Refusal(409, why)
    if (centsOf(invoices) !== toCents(wanted.total))
      throw new Refusal(409, 'The open amount has changed. Check the total again.')
    return openPayment(tx, { caller, provider, invoices })
  })
  return beginAtProvider(db, provider, payment, {
    about: { reference: payment.id, description: nameOf(wanted.ids) },
    beginAnew: () => beginInvoicesPayment({ db, config, provider }, caller, wanted),
  })
}

const nameOf = (ids: readonly string[]): string =>
  ids.length > 3 ? `Invoices ${ids.slice(0, 2).join(', ')} and ${ids.length - 2} more` : `Invoices ${ids.join(', ')}`

const openPayment = async (
  tx: Tx,
  { caller, provider, invoices }: { caller: Caller; provider: Provider; invoices: readonly PayableInvoice[] },
): Promise<Row<'payment'>> => {
  const ids = invoices.map(({ id }) => id)
  const cents = centsOf(invoices)
  for (const holder of await paymentsReserving(tx, ids)) {
    if (holder.state !== 'open' || holder.actor_id !== caller._id)
      throw new Refusal(409, 'One of these invoices is being paid or already paid.')
    const held = await sharesOf(tx, holder.id)
    const isSame = held.length === ids.length && held.every(({ invoice_id }) => ids.includes(invoice_id))
    if (isSame && holder.provider === provider.name && Number(holder.cents) === cents) return holder
    await endPayment(tx, holder)
    // Releases an authorization that the user may have given in the meantime.
    await queueCheck(tx, holder, { delaySeconds: 60 })
  }
  const payment = await tx
    .insertInto('payment')
    .values({ id: newId(), order_id: null, provider: provider.name, cents, actor_id: caller._id })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('invoice_share')
    .values(
      invoices.map(({ id, open_amount }) => ({
        payment_id: payment.id,
        invoice_id: id,
        cents: toCents(open_amount ?? 0),
      })),
    )
    .execute()
  return payment
}

/** Handles a user's claim that their invoices were paid; only the provider's answer counts. */
export const payInvoices = async (
  settling: ReconcileContext,
  { body, ...acting }: CallOf<typeof invoicePayments.pay>,
): Promise<void> => {
  const payment = await reportedPayment(settling.db, body.id)
  const isOwn = payment && !payment.order_id && (await areOwn(settling.db, acting.user, payment.id))
  if (!isOwn) throw new Refusal(402, 'No such payment was made.')
  if (payment.state === 'paid') return
  refuseUnpaid(await reconcileNow(settling, payment, acting), ofInvoices)
}

const ofInvoices = {
  elsewhere: 'One of these invoices is already paid, or its open amount has changed. You were not charged.',
  pending: 'The payment is still processing. The invoices will be marked as paid when it completes.',
  mismatch: 'The payment does not match these invoices.',
}

const areOwn = async (db: Db, caller: Caller, paymentId: string): Promise<boolean> => {
  const shares = await db
    .selectFrom('invoice_share')
    .innerJoin('invoice', 'invoice.id', 'invoice_id')
    .select(isInvoiceOf(caller.accountID).as('is_own'))
    .where('payment_id', '=', paymentId)
    .execute()
  return shares.length > 0 && shares.every(({ is_own }) => is_own)
}

/** The captured payments that an invoice has a share in. */
export const paymentsOfInvoice = async (db: Db, caller: Caller, id: string): Promise<InvoicePayment[]> => {
  if (!caller.isAdmin) await invoicesAmong(db, [id], caller.accountID)
  const rows = await db
    .selectFrom('invoice_share')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .selectAll('payment')
    .select('invoice_share.cents as share')
    .where('invoice_id', '=', id)
    .where('state', 'in', ['taking', 'paid', 'surplus'])
    .orderBy('payment.id')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...toPaymentDetail(row, caller), share: toDollars(Number(row.share)) }))
}
