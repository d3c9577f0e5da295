import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { MarkedLine } from '#catalog/line-words.ts'
import { isOwnOrder, visibleOwner } from '#customers/business/own-records.ts'
import { anyOf } from '#platform/db/conditions.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RequestedChanges, RequestedChange } from './change-shapes.ts'
import { type ChangeFacts, evaluateChange } from './evaluate-change.ts'

export interface ChangeableLine extends MarkedLine {
  line: number
  name: string
  /** Without the canceled pieces. */
  quantity: number
  canceled: number
  multiple: number | null
  minimum: number | null
}

/** The order that a caller may change, locked on demand; a stranger’s order is not found. */
export const orderToChange = async (db: Db | Tx, caller: Caller, id: string, isLocked = false) => {
  const { placerId, businessId } = visibleOwner(caller)
  const visible = db
    .selectFrom('sales_order')
    .where('sales_order.id', '=', id)
    .where(anyOf([sql<boolean>`${caller.isAdmin}::boolean`, isOwnOrder({ placerId, businessId })]))
  // A statement of its own, so that the facts are those after the wait for the lock.
  if (isLocked) await visible.select('id').forUpdate().execute()
  const order = await visible
    .select(['id', 'user_id', 'erp_id', 'erp_state', 'is_paid', 'total_price'])
    .select(factsOfOrder)
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  return order
}

const factsOfOrder = sql<Omit<ChangeFacts, 'isErpConnected'>>`json_build_object(
  'isCanceled', deleted_at is not null or is_cancelled,
  'isFromErp', erp_created,
  'isDelivered', is_delivered,
  'isReviewed', exists (select from order_hold where order_id = sales_order.id and kind = 'review' and ended_at is null),
  'isReported', exists (select from order_review where order_id = sales_order.id and outcome = 'reported'),
  'isBeingPaid', exists (select from payment where order_id = sales_order.id and state = 'taking'),
  'hasOpenChange', exists (select from order_change where order_id = sales_order.id and ended_at is null),
  'exportState', erp_state,
  'erpStatus', erp_status)`.as('facts')

export const changeableLines = (db: Db | Tx, orderId: string): Promise<ChangeableLine[]> =>
  db
    .selectFrom('order_line')
    .leftJoin('product', 'product.id', 'order_line.product_id')
    .where('order_id', '=', orderId)
    .orderBy('line_no')
    .select(['line_no as line', 'order_line.name', 'cancelled_quantity as canceled'])
    .select(['order_multiple as multiple', 'order_minimum as minimum'])
    .select(sql<number>`quantity - cancelled_quantity`.as('quantity'))
    .select(sql<string>`coalesce(order_line.cold_status, product.cold_status, '')`.as('coldStatus'))
    .select(sql<string>`coalesce(order_line.dea_schedule, product.dea_schedule, '')`.as('deaSchedule'))
    .execute()

export const listChanges = async (
  db: Db,
  caller: Caller,
  { id, isErpConnected }: { id: string; isErpConnected: boolean },
): Promise<z.input<typeof RequestedChanges>> => {
  const { facts } = await orderToChange(db, caller, id)
  const lines = await changeableLines(db, id)
  return {
    ...evaluateChange({ ...facts, isErpConnected }),
    lines: lines.map(({ line, name, coldStatus, deaSchedule, quantity, multiple, minimum }) => ({
      line,
      name,
      coldStatus,
      deaSchedule,
      quantity,
      multiple,
      minimum,
    })),
    changes: await changesOf(db, id),
  }
}

/** One open change at a time and a quantity that only falls bound their number. */
const changesOf = async (db: Db, orderId: string): Promise<z.input<typeof RequestedChange>[]> => {
  const { rows } = await sql<z.input<typeof RequestedChange>>`
    select change.id as "_id", coalesce(trim(person.name || ' ' || person.last_name), '') as by, asked_at as at, reason,
      ended_at as "endedAt",
      (select json_agg(json_build_object('line', line_no, 'name', order_line.name,
          'coldStatus', coalesce(order_line.cold_status, product.cold_status, ''),
          'deaSchedule', coalesce(order_line.dea_schedule, product.dea_schedule, ''), 'from', from_quantity, 'to', to_quantity,
          'state', state, 'answer', answer) order by line_no)
        from order_change_line changed join order_line using (line_no)
          left join product on product.id = order_line.product_id
        where change_id = change.id and order_line.order_id = change.order_id) as lines
    from order_change change left join user_account person on person.id = asked_by
    where order_id = ${orderId}::uuid order by asked_at desc, change.id limit 100`.execute(db)
  return rows.toReversed()
}
