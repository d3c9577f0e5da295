import { type RawBuilder, sql } from 'kysely'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type MethodKind, methodWords, type OpenMethods, type PaymentMethod, paymentMethods } from './method-shapes.ts'

interface Params {
  businessId: string | null
}

export interface ClosedMethod {
  kind: MethodKind
  method: string
}

/** The methods closed to a business, or to visitors without one, as JSON. */
export const methodsClosedTo = (businessId: RawBuilder<unknown>): RawBuilder<ClosedMethod[]> => sql<ClosedMethod[]>`(
  select coalesce(json_agg(json_build_object('kind', kind, 'method', subject)), '[]') from audience
  where kind in ('shipping', 'payment') and rule <> 'all' and not is_open_to(${businessId}, array[kind], array[subject]))`

const closedMethods = prepareStatement(
  (_db, { businessId }: Params) =>
    sql<{ closed: ClosedMethod[] }>`select ${methodsClosedTo(sql`${businessId}::uuid`)} as closed`,
)

/** The methods open to a business or, without a business, to any visitor. */
export const openMethods = async (db: Db | Tx, asked: Params): Promise<OpenMethods> => {
  const [found] = await closedMethods(db, asked)
  return allExcept(found?.closed ?? [])
}

const allExcept = (closed: readonly ClosedMethod[]): OpenMethods => {
  const isOpen = (wanted: MethodKind) => (name: string) =>
    !closed.some(({ kind, method }) => kind === wanted && method === name)
  return {
    shipping: shippingMethods.filter(isOpen('shipping')),
    payment: paymentMethods.filter(isOpen('payment')),
  }
}

interface Wanted {
  shipping?: string
  payment: PaymentMethod
}

/** The billed business decides, also if staff place the order. */
export const refuseClosedMethods = (closed: readonly ClosedMethod[], wanted: Wanted): void =>
  refuseUnlessOpen(allExcept(closed), wanted)

export const refuseUnlessOpen = (open: OpenMethods, { shipping, payment }: Wanted): void => {
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
