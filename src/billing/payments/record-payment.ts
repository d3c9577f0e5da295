import { sql } from 'kysely'
import { type ActedBy, recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { type AuditEntry, recordAll } from '#platform/record-entry.ts'
import { toDollars } from '#shared/money.ts'
import type { ProviderStatus } from './provider.ts'
import { sharesOf, paymentsReserving, lockInvoices } from './reserve-invoices.ts'
import { lockOrder } from './queries.ts'

/** The provider has the money: marks the order paid, once. Returns false if another payment had paid it. */
export const recordPaid = (
  { db, onPaid }: { db: Db; onPaid?: ((tx: Tx, orderId: string) => Promise<void>) | undefined },
  { id }: Pick<Row<'payment'>, 'id'>,
  truth: Pick<ProviderStatus, 'captureId'>,
  by: ActedBy,
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const { order_id: orderId } = await tx
      .selectFrom('payment')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!orderId) return recordInvoicesPaid(tx, id, truth.captureId, by)
    const order = await lockOrder(tx, orderId)
    const all = await tx.selectFrom('payment').selectAll().where('order_id', '=', orderId).execute()
    const payment = all.find((one) => one.id === id)
    if (!payment || payment.state === 'paid') return true
    const isSurplus = order.is_paid || all.some((one) => one.id !== id && ['taking', 'paid'].includes(one.state))
    if (isSurplus && payment.state === 'surplus') return false

    await settlePayment(tx, id, isSurplus, truth.captureId)
    if (!isSurplus)
      await tx
        .updateTable('sales_order')
        .set({ is_paid: true, paid_at: sql<Date>`now()` })
        .where('id', '=', orderId)
        .where('is_paid', '=', false)
        .execute()
    await recorderIn(tx, by)(isSurplus ? 'order paid twice' : 'order paid', ['sales order', orderId], {
      after: { ...factsOf(payment), amount: toDollars(Number(payment.cents)) },
    })
    if (!isSurplus) await onPaid?.(tx, orderId)
    return !isSurplus
  })

const settlePayment = (tx: Tx, id: string, isSurplus: boolean, captureId: string | null) =>
  tx
    .updateTable('payment')
    .set({
      state: isSurplus ? 'surplus' : 'paid',
      capture_id: captureId,
      settled_at: sql<Date>`now()`,
      checked_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()

/** Refunds only grow; the dispute is the provider's current status. Each change is audited. */
export const recordRefundsAndDisputes = (
  db: Db,
  paymentId: string,
  { refundedCents, dispute }: Pick<ProviderStatus, 'refundedCents' | 'dispute'>,
): Promise<void> =>
  transaction(db, async (tx) => {
    const payment = await tx
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isRefunded = refundedCents > Number(payment.refunded_cents)
    const isDisputed = dispute !== payment.dispute
    if (!isRefunded && !isDisputed) return
    await tx
      .updateTable('payment')
      .set({ dispute, ...(isRefunded && { refunded_cents: refundedCents }) })
      .where('id', '=', paymentId)
      .execute()
    if (isRefunded)
      await recordOnEach(tx, payment, 'payment refunded', {
        before: { refunded: toDollars(Number(payment.refunded_cents)) },
        after: { ...factsOf(payment), refunded: toDollars(refundedCents) },
      })
    if (isDisputed)
      await recordOnEach(tx, payment, 'payment disputed', {
        before: { dispute: payment.dispute },
        after: { ...factsOf(payment), dispute },
      })
  })

/** Writes an audit entry for the order, or for each of the invoices. */
const recordOnEach = async (
  tx: Tx,
  payment: Row<'payment'>,
  action: string,
  facts: Pick<AuditEntry, 'before' | 'after'>,
): Promise<void> => {
  const { order_id: orderId } = payment
  const subjects = orderId
    ? [{ entity: 'sales order', entityId: orderId }]
    : (await sharesOf(tx, payment.id)).map(({ invoice_id }) => ({ entity: 'invoice', entityId: invoice_id }))
  const shared = { actorId: null, request: null, action, ...facts }
  await recordAll(
    tx,
    subjects.map((subject) => ({ ...shared, ...subject })),
  )
}

/** Ends a payment and releases its invoices. If the provider later reports it as paid, that is still recorded. */
export const endPayment = (db: Db | Tx, { id }: Pick<Row<'payment'>, 'id'>): Promise<void> =>
  transaction(db, async (tx) => {
    const ended = await tx
      .updateTable('payment')
      .set({ state: 'ended', checked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', 'in', ['open', 'taking'])
      .returning('id')
      .executeTakeFirst()
    if (ended) await tx.updateTable('invoice_share').set({ is_held: false }).where('payment_id', '=', id).execute()
  })

const factsOf = ({ provider, provider_id }: Row<'payment'>) => ({ provider, payment: provider_id })

/** Marks each invoice paid with its share, once. Returns false if another payment had paid one of them. */
const recordInvoicesPaid = async (
  tx: Tx,
  paymentId: string,
  captureId: string | null,
  { user, request }: ActedBy,
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
  await settlePayment(tx, paymentId, isSurplus, captureId)
  if (!isSurplus)
    await sql`update invoice set paid_here = cents / 100.0
      from invoice_share where payment_id = ${paymentId} and invoice_id = invoice.id`.execute(tx)
  await recordAll(
    tx,
    shares.map(({ invoice_id, cents }) => ({
      actorId: user?._id ?? null,
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
