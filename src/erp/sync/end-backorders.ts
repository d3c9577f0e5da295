import { sql } from 'kysely'
import { readBackorders } from '#fulfillment/read-backorders.ts'
import { changeKind } from '#order-changes/request-change.ts'
import { erpLane } from '#orders/queue-export.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { recordAll } from '#platform/record-entry.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { reportRests } from './report-rests.ts'

const ordersAtOnce = 100

/**
 * Asks the ERP to cancel the backordered rests of orders older than BACKORDER_DAYS, each once, like a change that a buyer
 * asks for. A person does what the ERP refuses, and what concerns an order that the portal did not place. The buyer is
 * notified when a reading shows it. Returns the number of lines.
 */
export const endBackorders = async (db: Db, { BACKORDER_DAYS: days }: Pick<Config, 'BACKORDER_DAYS'>) => {
  if (days === 0) return 0
  let count = 0
  for (let after: string | null = null; ;) {
    const ids = await agedOrders(db, { after, days })
    if (ids.length === 0) return count
    after = ids.at(-1) ?? null
    count += await transaction(db, (tx) => endOf(tx, ids, days))
  }
}

/** The ends of backorders that were asked for, whatever became of them. */
const askedEnds = sql`select from order_change change join order_change_line changed on changed.change_id = change.id
  where change.order_id = line.order_id and changed.line_no = line.line_no and change.asked_by is null`

/** Open orders with a line that the ERP scheduled, in batches by id; a change that waits for its outcome comes first. */
const agedOrders = async (db: Db, { after, days }: { after: string | null; days: number }): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sales_order
    where erp_status is distinct from '3' and not is_cancelled and deleted_at is null and erp_state = 'linked'
      and created_at < now() - make_interval(days => ${days}) and (${after}::uuid is null or id > ${after}::uuid)
      and not exists (select from order_change where order_id = sales_order.id and ended_at is null)
      and exists (
        select from order_line line where line.order_id = sales_order.id and erp_schedule is not null
          and not exists (${askedEnds}))
    order by id limit ${ordersAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

const endOf = async (tx: Tx, ids: readonly string[], days: number): Promise<number> => {
  // Locked like everywhere else, so that a sync neither sees nor changes half of it.
  await tx.selectFrom('sales_order').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const { rows: open } = await sql<{ orderId: string; lineNo: number }>`
    select order_id as "orderId", line_no as "lineNo" from order_line line
    where order_id = any(${ids}::uuid[]) and not exists (${askedEnds})
      and not exists (select from order_change where order_id = line.order_id and ended_at is null)`.execute(tx)
  const found = await readBackorders(tx, sql<boolean>`sales_order.id = any(${ids}::uuid[])`, ordersAtOnce)
  const rests = found.flatMap((line): Rest[] => {
    const from = line.quantity - (line.canceledQuantity ?? 0)
    const to = Math.max(0, from - line.backordered)
    const isOpen = open.some(({ orderId, lineNo }) => orderId === line.order.id && lineNo === line.lineNo)
    return isOpen && to < from
      ? [{ orderId: line.order.id, isOwn: !line.order.erp_created, lineNo: line.lineNo, from, to }]
      : []
  })
  if (rests.length > 0) await askEnds(tx, [...Map.groupBy(rests, ({ orderId }) => orderId).values()], days)
  return rests.length
}

interface Rest {
  orderId: string
  /** The portal placed it. */
  isOwn: boolean
  lineNo: number
  from: number
  to: number
}

const notOwnMessage = 'The order was not placed in the portal.'

/** One change per order. */
const askEnds = async (tx: Tx, orders: readonly (readonly Rest[])[], days: number): Promise<void> => {
  const changes = orders.flatMap(([first, ...more]) =>
    first ? [{ id: newId(), ...first, rests: [first, ...more] }] : [],
  )
  const reason = `Backordered for more than ${days} days`
  await tx
    .insertInto('order_change')
    .values(
      changes.map(({ id, orderId, isOwn }) => ({
        id,
        order_id: orderId,
        reason,
        asked_by: null,
        ended_at: isOwn ? null : sql<Date>`now()`,
      })),
    )
    .execute()
  await tx
    .insertInto('order_change_line')
    .values(
      changes.flatMap(({ id, isOwn, rests }) =>
        rests.map(({ lineNo, from, to }) => ({
          change_id: id,
          line_no: lineNo,
          from_quantity: from,
          to_quantity: to,
          state: isOwn ? ('asked' as const) : ('refused' as const),
          answer: isOwn ? '' : notOwnMessage,
        })),
      ),
    )
    .execute()
  await recordAll(
    tx,
    changes.map(({ orderId, rests }) => ({
      actorId: null,
      onBehalfOf: null,
      action: 'order change requested',
      entity: 'sales order',
      entityId: orderId,
      after: { lines: rests.map(({ lineNo, from, to }) => ({ line: lineNo, from, to })), reason },
      request: null,
    })),
  )
  const own = changes.filter(({ isOwn }) => isOwn)
  if (own.length > 0)
    await enqueue(tx, ...own.map(({ id }) => ({ kind: changeKind, lane: erpLane, payload: { changeId: id }, key: id })))
  for (const { id, isOwn } of changes) if (!isOwn) await reportRests(tx, id)
}
