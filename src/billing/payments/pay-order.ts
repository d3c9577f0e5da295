import type { Db, Row } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { onHoldMessage } from '#orders/order-shapes.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { payments } from './contract.ts'
import { ProviderError } from './provider.ts'
import { findPayableOrder, lockOrder } from './queries.ts'
import { queueCheck } from './queue-check.ts'
import { type PaymentOutcome, reconcilePayment, type ReconcileContext } from './reconcile-payment.ts'
import { act, type ActedBy } from '#platform/act.ts'
import { toCents } from '#shared/money.ts'
import { hasReservedInvoice, invoicePaidMessage } from './reserve-invoices.ts'
import { recordPaid } from './record-payment.ts'

/** Handles a user's claim that an order was paid; only the provider's answer counts. */
export const payOrder = async (
  settling: ReconcileContext,
  { params, body, ...acting }: CallOf<typeof payments.pay>,
): Promise<void> => {
  const order = await findPayableOrder(settling.db, acting.user, params.id)
  if (Object.keys(settling.providers).length === 0) throw new Refusal(409, 'Online payment is not set up.')
  const payment = await reportedPayment(settling.db, body.id)
  if (payment && payment.order_id !== order.id) throw new Refusal(409, 'This payment belongs to another order.')
  if (payment?.state === 'paid') return
  if (order.is_paid) throw new Refusal(409, 'The order is already paid.')
  if (order.erp_state === 'held') throw new Refusal(409, onHoldMessage)
  if (!payment) throw new Refusal(402, 'No such payment was made.')
  refuseUnpaid(await reconcileNow(settling, payment, acting))
}

export const reportedPayment = async (db: Db, claimedId: unknown): Promise<Row<'payment'> | undefined> =>
  typeof claimedId === 'string' && /^[\w-]{3,200}$/.test(claimedId)
    ? db.selectFrom('payment').selectAll().where('provider_id', '=', claimedId).executeTakeFirst()
    : undefined

/** Reconciles while the user waits. If the provider's reply is lost, a queued check repeats the request. */
export const reconcileNow = async (settling: ReconcileContext, payment: Row<'payment'>, by: ActedBy) => {
  try {
    return await reconcilePayment(settling, payment, by)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.outcome === 'refused') return 'dead'
    await queueCheck(settling.db, payment, { delaySeconds: 5 })
    throw new Refusal(502, 'The payment provider is not responding. We will check again, and this page will update.')
  }
}

export const refuseUnpaid = (outcome: PaymentOutcome, words: Partial<typeof sentences> = {}): void => {
  if (outcome === 'paid') return
  const sentence = words[outcome] ?? sentences[outcome]
  if (outcome === 'elsewhere') throw new Refusal(409, sentence)
  throw new Refusal(402, sentence, { declined: outcome === 'declined' || outcome === 'not yet' })
}

const sentences: Record<Exclude<PaymentOutcome, 'paid'>, string> = {
  elsewhere: 'Another payment for this order came first. This one was not charged.',
  'not yet': 'The payment is not complete.',
  pending: 'The payment is still processing. The order will be marked as paid when it completes.',
  declined: 'The payment was declined. Try another way to pay.',
  dead: 'No such payment was made.',
  mismatch: 'The payment does not match this order.',
}

/** Records a payment made another way, such as by check. A repeat is refused. */
export const markPaid = (
  { db, onPaid }: Pick<ReconcileContext, 'db' | 'onPaid'>,
  { params: { id: orderId }, body: { note }, ...acting }: CallOf<typeof payments.markPaid>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor }) => {
    const order = await lockOrder(tx, orderId)
    if (order.is_paid) throw new Refusal(409, 'The order is already paid.')
    if (order.erp_state === 'held') throw new Refusal(409, onHoldMessage)
    if (order.is_cancelled) throw new Refusal(409, 'The order is canceled.')
    if (await hasReservedInvoice(tx, orderId)) throw new Refusal(409, invoicePaidMessage)
    if (toCents(order.total_price) === 0) throw new Refusal(409, 'Nothing is owed for this order.')
    const others = await tx
      .selectFrom('payment')
      .select(['state', 'provider', 'attempt'])
      .where('order_id', '=', orderId)
      .execute()
    if (others.some(({ state }) => state === 'taking'))
      throw new Refusal(409, 'A payment for this order is in progress. Wait a moment.')
    const id = newId()
    const attempts = others.filter(({ provider }) => provider === 'manual').map(({ attempt }) => attempt)
    await tx
      .insertInto('payment')
      .values({
        id,
        order_id: orderId,
        provider: 'manual',
        attempt: Math.max(0, ...attempts) + 1,
        cents: toCents(order.total_price),
        note,
        actor_id: actor._id,
      })
      .execute()
    await recordPaid({ db: tx, onPaid }, { id }, { captureId: null }, acting)
  })
