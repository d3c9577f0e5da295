import { compareWithOrder } from '../invoices/compare-order.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { onHoldMessage } from '#orders/order-shapes.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toCents } from '#shared/money.ts'
import type { Provider } from './provider.ts'
import { hasReservedInvoice, invoicePaidMessage } from './reserve-invoices.ts'
import {
  capturingPayment,
  isPayableOnline,
  lockOrder,
  findPayableOrder,
  type PayableOrder,
  refuseClosedProvider,
} from './queries.ts'
import { subjectOf } from './queue-check.ts'
import { endPayment } from './record-payment.ts'

export interface StartedPayment {
  id: string
  clientSecret: string | null
}

/** One open payment per order, provider and amount, returned by a repeated call; a lost reply is safe to retry. */
export const beginPayment = async (
  { db, config, provider }: { db: Db; config: Config; provider: Provider },
  caller: Caller,
  orderId: string,
): Promise<StartedPayment> => {
  await findPayableOrder(db, caller, orderId)
  const { order, payment } = await transaction(db, async (tx) => {
    const locked = await lockOrder(tx, orderId)
    await refuseUnpayable(tx, config, locked)
    await refuseClosedProvider(tx, provider.name, locked.business_id)
    return { order: locked, payment: await openPayment(tx, provider, locked) }
  })
  return beginAtProvider(db, provider, payment, {
    about: { reference: order.erp_reference, description: `Order ${order.erp_reference}` },
    beginAnew: () => beginPayment({ db, config, provider }, caller, orderId),
  })
}

interface Beginning {
  about: { reference: string; description: string }
  beginAnew: () => Promise<StartedPayment>
}

/** Creates the payment at the provider, or resumes it if it was created before. */
export const beginAtProvider = async (
  db: Db,
  provider: Provider,
  payment: Row<'payment'>,
  { about, beginAnew }: Beginning,
): Promise<StartedPayment> => {
  if (payment.provider_id) return resume(db, provider, payment, beginAnew)
  const begun = await provider
    .begin({
      orderId: subjectOf(payment),
      ...about,
      cents: Number(payment.cents),
      idempotencyKey: idempotencyKeyOf(payment),
    })
    .catch(async (error: unknown) => {
      // Providers replay a failure for the same idempotency key, so the next attempt needs a new one.
      await endPayment(db, payment)
      throw error
    })
  await db.updateTable('payment').set({ provider_id: begun.id }).where('id', '=', payment.id).execute()
  return begun
}

export const idempotencyKeyOf = ({ id, order_id, cents, attempt }: Row<'payment'>): string =>
  order_id ? `order-${order_id}-${cents}-${attempt}` : `invoices-${id}`

const refuseUnpayable = async (tx: Tx, config: Config, order: PayableOrder): Promise<void> => {
  if (order.is_paid) throw new Refusal(409, 'The order is already paid.')
  if (order.erp_state === 'held') throw new Refusal(409, onHoldMessage)
  if (!isPayableOnline(order, config)) throw new Refusal(409, 'This order cannot be paid online.')
  if ((await compareWithOrder(tx, order.id)).isSettled)
    throw new Refusal(409, 'The invoice for this order is already paid.')
  if (await hasReservedInvoice(tx, order.id)) throw new Refusal(409, invoicePaidMessage)
  if (await capturingPayment(tx, order.id))
    throw new Refusal(409, 'A payment for this order is in progress. Wait a moment.')
}

const openPayment = async (tx: Tx, provider: Provider, order: PayableOrder): Promise<Row<'payment'>> => {
  const cents = toCents(order.total_price)
  const same = await tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('provider', '=', provider.name)
    .where('cents', '=', String(cents))
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (same?.state === 'open') return same
  return tx
    .insertInto('payment')
    .values({
      id: newId(),
      order_id: order.id,
      provider: provider.name,
      attempt: (same?.attempt ?? 0) + 1,
      cents,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Resumes an existing payment, or starts a new one if the provider has ended it. */
const resume = async (
  db: Db,
  provider: Provider,
  payment: Row<'payment'>,
  beginAnew: () => Promise<StartedPayment>,
): Promise<StartedPayment> => {
  const id = payment.provider_id ?? ''
  const truth = await provider.look(id)
  if (truth.state === 'open') return { id, clientSecret: truth.clientSecret }
  if (truth.state === 'authorised' && provider.name === 'paypal') return { id, clientSecret: null }
  if (truth.state !== 'dead') throw new Refusal(409, 'A payment for this order is in progress. Wait a moment.')
  await endPayment(db, payment)
  return beginAnew()
}
