import { sql } from 'kysely'
import { renewOrderKey } from '#cart/change-cart.ts'
import { transaction } from '#platform/db/connect.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

interface OrderKey {
  userId: string
  key: string
}

interface OrderKeyState {
  isVoid: boolean
  orderId: string | null
  requestHash: string | null
  /** Of the request that was made of it, where it has to be approved first. */
  approvalId: string | null
}

/** What is known of this key, held until the transaction ends: an order under it and whoever asks for it wait for each other. */
export const lockOrderKey = async (tx: Tx, orderKey: OrderKey): Promise<OrderKeyState> => {
  const [known] = await lockKey(tx, orderKey)
  return known ?? { isVoid: false, orderId: null, requestHash: null, approvalId: null }
}

const lockKey = prepareStatement(
  (_db, { userId, key }: OrderKey) =>
    sql<OrderKeyState>`
      with claimed as (
        insert into order_key (user_id, key) values (${userId}::uuid, ${key})
        on conflict (user_id, key) do update set key = excluded.key
        returning is_void, approval_request_id, request_hash
      )
      select is_void as "isVoid", id as "orderId", coalesce(claimed.request_hash, sales_order.request_hash) as "requestHash",
        approval_request_id as "approvalId"
      from claimed left join sales_order on placed_by = ${userId}::uuid and idempotency_key = ${key}`,
)

interface Outcome {
  orderId: string | null
  approvalId?: string
}

/**
 * What became of an order whose answer was lost. Where nothing did, nothing will: a request that is still on its way is
 * refused when it arrives.
 */
export const resolveOrderKey = (db: Db, orderKey: OrderKey): Promise<Outcome> =>
  transaction(db, async (tx) => {
    await lockOrderKey(tx, orderKey)
    // Asked again, because the order that was waited for is not in the picture that the first question had.
    const { orderId, approvalId } = await lockOrderKey(tx, orderKey)
    if (!orderId && !approvalId) await giveUp(tx, orderKey)
    return { orderId, ...(approvalId && { approvalId }) }
  })

const giveUp = async (tx: Tx, { userId, key }: OrderKey): Promise<void> => {
  await tx
    .updateTable('order_key')
    .set({ is_void: true })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  await renewOrderKey(tx, { userId, orderKey: key })
}
