import { sql } from 'kysely'
import { renewOrderKey } from '#cart/take-from-cart.ts'
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
  /** The id of the approval request created under this key. */
  approvalId: string | null
}

/** The state of the key, locked, so that a placement and a lookup of the same key run one after the other. */
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

/** The outcome of an order whose response was lost. If none was placed, the key is voided for good. */
export const resolveOrderKey = (db: Db, orderKey: OrderKey): Promise<{ orderId: string | null; approvalId?: string }> =>
  transaction(db, async (tx) => {
    await lockOrderKey(tx, orderKey)
    // Read again: the first statement's snapshot is older than an order it had to wait for.
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
