import { sql } from 'kysely'
import { recordAll } from '#audit/record-entry.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { toDollars } from '#shared/money.ts'
import { paymentsReserving, lockInvoices, sharesOf } from './reserve-invoices.ts'

interface Recorded {
  captureId: string | null
  actorId: string | null
  request: Pick<RequestFacts, 'id' | 'ip'> | null
}

/**
 * The provider has the money: marks each invoice paid with its share, once. Returns false if another payment had paid
 * one of them.
 */
export const recordInvoicesPaid = async (
  tx: Tx,
  paymentId: string,
  { captureId, actorId, request }: Recorded,
): Promise<boolean> => {
  const shares = await sharesOf(tx, paymentId)
  const ids = shares.map(({ invoice_id }) => invoice_id)
  const invoices = await lockInvoices(tx, ids)
  const payment = await tx.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (payment.state === 'paid') return true
  const isSurplus =
    invoices.some(({ paid_here }) => paid_here !== null) ||
    (await paymentsReserving(tx, ids)).some(
      ({ id, state }) => id !== paymentId && (state === 'taking' || state === 'paid'),
    )
  if (isSurplus && payment.state === 'surplus') return false

  if (!isSurplus)
    // Money that arrived displaces payments that were only started for the same invoices.
    await tx
      .updateTable('invoice_share')
      .set({ is_held: false })
      .where('invoice_id', 'in', ids)
      .where('payment_id', '!=', paymentId)
      .execute()
  await tx.updateTable('invoice_share').set({ is_held: !isSurplus }).where('payment_id', '=', paymentId).execute()
  await tx
    .updateTable('payment')
    .set({
      state: isSurplus ? 'surplus' : 'paid',
      capture_id: captureId,
      settled_at: sql<Date>`now()`,
      checked_at: sql<Date>`now()`,
    })
    .where('id', '=', paymentId)
    .execute()
  if (!isSurplus)
    await sql`update invoice set paid_here = cents / 100.0
      from invoice_share where payment_id = ${paymentId} and invoice_id = invoice.id`.execute(tx)
  await recordAll(
    tx,
    shares.map(({ invoice_id, cents }) => ({
      actorId,
      action: isSurplus ? 'invoice paid twice' : 'invoice paid',
      entity: 'invoice',
      entityId: invoice_id,
      after: {
        provider: payment.provider,
        payment: payment.provider_id,
        amount: toDollars(Number(cents)),
        ofPayment: toDollars(Number(payment.cents)),
      },
      request,
    })),
  )
  return !isSurplus
}
