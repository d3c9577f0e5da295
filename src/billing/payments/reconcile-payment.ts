import { sql } from 'kysely'
import { compareWithOrder } from '../invoices/compare-order.ts'
import { type ActedBy, bySystem } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { toCents } from '#shared/money.ts'
import { idempotencyKeyOf } from './begin-payment.ts'
import { type Provider, ProviderError, type Providers, type ProviderStatus } from './provider.ts'
import { type CaptureReadiness, hasReservedInvoice, reserveInvoices, isAbandoned } from './reserve-invoices.ts'
import { capturingPayment, lockOrder } from './queries.ts'
import { queueCheck, subjectOf } from './queue-check.ts'
import { endPayment, recordRefundsAndDisputes, recordPaid } from './record-payment.ts'

type Payment = Row<'payment'>

export interface ReconcileContext {
  db: Db
  providers: Providers
  /** Called in the transaction that marks an order paid, so that other rooms can react. */
  onPaid?: ((tx: Tx, orderId: string) => Promise<void>) | undefined
}

/** Only `paid` means that this payment paid its order or invoices. */
export type PaymentOutcome = 'paid' | 'not yet' | 'pending' | 'declined' | 'dead' | 'mismatch' | 'elsewhere'

/**
 * Reads a payment's status from the provider and acts on it: captures an authorized payment if the amount is still
 * owed, marks the order paid once the provider has the money, and records refunds. Safe to run at any time,
 * concurrently, and after a crash.
 */
export const reconcilePayment = async (
  settling: ReconcileContext,
  payment: Payment,
  by = bySystem,
): Promise<PaymentOutcome> => {
  const provider = payment.provider === 'manual' ? undefined : settling.providers[payment.provider]
  if (!provider || !payment.provider_id) return 'not yet'
  const truth = await provider.look(payment.provider_id)
  if (truth.state === 'authorised') return take(settling, provider, payment, truth, by)
  return conclude(settling, provider, { payment, truth, by })
}

/** Handles every state except `authorised`. */
const conclude = async (
  settling: ReconcileContext,
  provider: Provider,
  { payment, truth, by }: { payment: Payment; truth: ProviderStatus; by: ActedBy },
): Promise<PaymentOutcome> => {
  const { db } = settling
  if (truth.state === 'paid') {
    if (!matches(payment, truth)) return 'mismatch'
    const paid = await recordPaid(settling, payment, truth, by)
    await recordRefundsAndDisputes(db, payment.id, truth)
    return paid ? 'paid' : 'elsewhere'
  }
  if (truth.state === 'dead') {
    await endPayment(db, payment)
    return 'dead'
  }
  if (truth.state === 'pending') {
    await checked(db, payment)
    return 'pending'
  }
  if (isAbandoned(payment)) {
    await provider.release(payment.provider_id ?? '')
    await endPayment(db, payment)
    return 'dead'
  }
  await reopen(db, payment)
  return payment.state === 'taking' ? 'declined' : 'not yet'
}

const take = async (
  settling: ReconcileContext,
  provider: Provider,
  payment: Payment,
  truth: ProviderStatus,
  by: ActedBy,
): Promise<PaymentOutcome> => {
  if (!matches(payment, truth)) return 'mismatch'
  const claimed = await startCapture(settling.db, payment)
  if (claimed === 'paid elsewhere') {
    await provider.release(payment.provider_id ?? '')
    await endPayment(settling.db, payment)
    return 'elsewhere'
  }
  if (claimed === 'busy') return 'elsewhere'
  const after = await takeOnce(provider, claimed)
  if (after.state !== 'authorised') return conclude(settling, provider, { payment: claimed, truth: after, by })
  await reopen(settling.db, claimed)
  return 'declined'
}

/** After a refusal, read the status: a concurrent capture may have succeeded. */
const takeOnce = async (provider: Provider, claimed: Payment): Promise<ProviderStatus> => {
  const id = claimed.provider_id ?? ''
  try {
    return await provider.take(id, `${idempotencyKeyOf(claimed)}-take-${claimed.claims}`)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome === 'unknown') throw error
    return provider.look(id)
  }
}

const matches = (payment: Payment, truth: ProviderStatus): boolean =>
  truth.cents === Number(payment.cents) &&
  truth.currency === payment.currency &&
  truth.orderId.toLowerCase() === subjectOf(payment)

/** Claims the right to capture, one payment at a time, and queues a check in case the process dies. */
const startCapture = (db: Db, payment: Payment): Promise<Payment | 'busy' | 'paid elsewhere'> =>
  transaction(db, async (tx) => {
    const claimable = payment.order_id
      ? await startOrderCapture(tx, payment, payment.order_id)
      : await reserveInvoices(tx, payment)
    if (claimable !== 'owed') return claimable
    await queueCheck(tx, payment, { delaySeconds: 20 })
    const claimed = await tx
      .updateTable('payment')
      .set({ state: 'taking', claimed_at: sql<Date>`now()`, claims: sql`claims + 1` })
      .where('id', '=', payment.id)
      .where('state', 'in', ['open', 'ended', 'taking'])
      .returningAll()
      .executeTakeFirst()
    return claimed ?? 'busy'
  })

const startOrderCapture = async (tx: Tx, payment: Payment, orderId: string): Promise<CaptureReadiness> => {
  const order = await lockOrder(tx, orderId)
  const holder = await capturingPayment(tx, order.id)
  if (holder && holder.id !== payment.id) return 'busy'
  const { isSettled } = await compareWithOrder(tx, order.id)
  const isHeld = order.erp_state === 'held' || (await hasReservedInvoice(tx, order.id))
  const isOwed = !order.is_paid && !order.deleted_at && !order.is_cancelled && !isSettled && !isHeld
  return isOwed && toCents(order.total_price) === Number(payment.cents) ? 'owed' : 'paid elsewhere'
}

/** The capture failed, so another payment may try. A claim that was renewed in the meantime is kept. */
const reopen = async (db: Db, payment: Payment): Promise<void> => {
  await checked(db, payment)
  if (payment.state !== 'taking') return
  await db
    .updateTable('payment')
    .set({ state: 'open' })
    .where('id', '=', payment.id)
    .where('state', '=', 'taking')
    .where('claims', '=', payment.claims)
    .execute()
}

const checked = async (db: Db, { id }: Payment): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ checked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
