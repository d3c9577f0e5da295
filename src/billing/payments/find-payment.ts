import type { PaymentOfOrder } from '../invoices/compare-order.ts'
import { toDollars } from '#shared/money.ts'

/** The payment that settled an order. */
export const paymentOfOrder: PaymentOfOrder = async (db, orderId) => {
  const paid = await db
    .selectFrom('payment')
    .select(['provider', 'cents', 'settled_at'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'paid')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return paid ? { amount: toDollars(Number(paid.cents)), at: paid.settled_at, way: paid.provider } : null
}
