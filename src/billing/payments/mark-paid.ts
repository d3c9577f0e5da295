import { randomUUIDv7 } from 'node:crypto'
import { actOnce } from '#platform/http/act-once.ts'
import { onHoldMessage } from '#orders/order-shapes.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { toCents } from '#shared/money.ts'
import { hasReservedInvoice, invoicePaidMessage } from './reserve-invoices.ts'
import { lockOrder } from './queries.ts'
import { recordPaid, type PaymentActor } from './record-payment.ts'
import type { ReconcileContext } from './reconcile-payment.ts'

/** Records a payment made another way, such as by check. A repeat is refused. */
export const markPaid = (
  { db, onPaid }: Pick<ReconcileContext, 'db' | 'onPaid'>,
  orderId: string,
  note: string,
  who: PaymentActor & { request: RequestFacts },
): Promise<void> =>
  actOnce(db, who.request, async (tx) => {
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
    const id = randomUUIDv7()
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
        actor_id: who.actorId,
      })
      .execute()
    await recordPaid({ db: tx, onPaid }, { id }, { captureId: null }, who)
  })
