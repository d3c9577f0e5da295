import { sql } from 'kysely'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import { bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { methodWords, type OpenMethods, type PaymentMethod, paymentMethods } from './method-shapes.ts'

interface Params {
  businessId: string | null
}

const closedMethods = prepareStatement((db, { businessId }: Params) =>
  db
    .selectFrom('order_method')
    .select(['kind', 'method'])
    .where('rule', '<>', 'all')
    .where(
      sql<boolean>`(rule = 'except') = exists (
        select from order_method_audience member
        where member.kind = order_method.kind and member.method = order_method.method and (
          business_id = ${bound(businessId, 'uuid')} or group_id in (
            select group_id from business_group_member where business_id = ${bound(businessId, 'uuid')})))`,
    ),
)

/** The methods open to a business or, without a business, to any visitor. */
export const openMethods = async (db: Db | Tx, asked: Params): Promise<OpenMethods> => {
  const closed = await closedMethods(db, asked)
  const isOpen = (wanted: 'shipping' | 'payment') => (name: string) =>
    !closed.some(({ kind, method }) => kind === wanted && method === name)
  return {
    shipping: shippingMethods.filter(isOpen('shipping')),
    payment: paymentMethods.filter(isOpen('payment')),
  }
}

/** The billed business decides, also if staff place the order. */
export const refuseClosedMethods = async (
  db: Db | Tx,
  asked: Params,
  { shipping, payment }: { shipping?: string; payment: PaymentMethod },
): Promise<void> => {
  const open = await openMethods(db, asked)
  if (shipping !== undefined && !open.shipping.some((method) => method === shipping))
    throw new Refusal(409, `${shipping} is not available to this business. Choose another shipping method.`, {
      openMethods: open,
    })
  if (!open.payment.includes(payment))
    throw new Refusal(
      409,
      `${methodWords[payment]} is not available to this business. Choose another payment method.`,
      {
        openMethods: open,
      },
    )
}
