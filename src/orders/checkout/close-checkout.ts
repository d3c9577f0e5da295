import { sql } from 'kysely'
import { takeFromCart } from '#cart/change-cart.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { NewOrder } from '../order-shapes.ts'

interface Leaving {
  actorId: string
  /** The id of the approval request created for the order. */
  asked: string
  order: Pick<NewOrder, 'orderItems'>
  key: { key: string; requestHash: string } | null
  codeFor: string
}

/**
 * The checkout side effects of an order that waits for approval: uses up the code, assigns the order key and empties
 * the cart.
 */
export const closeCheckout = async (tx: Tx, { actorId, asked, order, key, codeFor }: Leaving): Promise<void> => {
  const productIds = order.orderItems.map(({ _id }) => _id)
  await leave(tx, { actorId, asked, codeFor, productIds, orderKey: key?.key ?? null, hash: key?.requestHash ?? null })
}

interface Left extends Pick<Leaving, 'actorId' | 'asked' | 'codeFor'> {
  productIds: string[]
  orderKey: string | null
  hash: string | null
}

const leave = prepareStatement(
  (_db, { actorId, asked, codeFor, productIds, orderKey, hash }: Left) => sql`
    with used as (
      delete from one_time_code where user_id = ${actorId}::uuid and for_user_id = ${codeFor}::uuid
    ), noted as (
      update order_key set approval_request_id = ${asked}::uuid, request_hash = ${hash}
      where user_id = ${actorId}::uuid and key = ${orderKey}
    ), line as (
      select unnest(${productIds}::uuid[]) as product_id
    ), ${takeFromCart({ userId: sql`${actorId}::uuid`, orderKey: sql`${orderKey}::text`, line: sql`line` })}
    select`,
)
