import { sql } from 'kysely'
import { canceledMessage, onHoldMessage } from './order-shapes.ts'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { orders } from './contract.ts'

/** Marks a paid order as delivered, once. */
export const deliverOrder = (db: Db, call: CallOf<typeof orders.deliver>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id: orderId } = call.params
    const delivered = await tx
      .updateTable('sales_order')
      .set({ is_delivered: true, delivered_at: sql<Date>`now()` })
      .where('id', '=', orderId)
      .where('is_paid', '=', true)
      .where('is_delivered', '=', false)
      .where('erp_state', '!=', 'held')
      .where('is_cancelled', '=', false)
      .where('deleted_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!delivered) {
      const order = await tx
        .selectFrom('sales_order')
        .select(['is_delivered', 'erp_state', 'is_cancelled'])
        .where('id', '=', orderId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow(() => notFound('Order'))
      if (order.is_cancelled) throw new Refusal(409, canceledMessage)
      if (order.erp_state === 'held') throw new Refusal(409, onHoldMessage)
      throw new Refusal(409, order.is_delivered ? 'This order is already delivered.' : 'This order is not paid yet.')
    }
    await record('order delivered', ['sales order', orderId], { onBehalfOf: delivered.user_id })
  })
