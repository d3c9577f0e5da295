import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

interface Ordered {
  userId: RawBuilder<unknown>
  orderKey: RawBuilder<unknown>
  /** A table expression of the same statement with the ordered products. */
  line: RawBuilder<unknown>
}

/** CTEs of the statement that records an order: they remove the lines from the cart and give it a new key. */
export const takeFromCart = ({ userId, orderKey, line }: Ordered): RawBuilder<unknown> => sql`
    ordered_cart as (
      update cart set order_key = gen_random_uuid()::text, shipping_method = '', purchase_order = '',
        note = '', attention = '', requested_day = null, changed_at = now()
      where user_id = ${userId} and order_key = ${orderKey}
      returning user_id, for_user_id
    ), taken_from_cart as (
      delete from cart_line using ordered_cart
      where cart_line.user_id = ordered_cart.user_id and cart_line.for_user_id = ordered_cart.for_user_id
        and cart_line.product_id in (select product_id from ${line})
    )`

/** The key was voided, so the cart gets a new one for its next order. */
export const renewOrderKey = async (
  tx: Tx,
  { userId, orderKey }: { userId: string; orderKey: string },
): Promise<void> => {
  await tx
    .updateTable('cart')
    .set({ order_key: sql<string>`gen_random_uuid()::text` })
    .where('user_id', '=', userId)
    .where('order_key', '=', orderKey)
    .execute()
}
