import { sql } from 'kysely'
import { type BackorderedLine, readBackorders } from '#fulfillment/read-backorders.ts'
import { type OrderChange, recordChanges } from '#fulfillment/record-changes.ts'
import { notifyCancellations } from '#orders/notify-cancellation.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { recordAll } from '#platform/record-entry.ts'
import { grouped } from '#shared/number-words.ts'
import { reportException } from '../report-exception.ts'

type Settings = Pick<Config, 'BACKORDER_DAYS' | 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>

const ordersAtOnce = 100

/**
 * Ends the backordered rests of orders older than BACKORDER_DAYS, each once: the buyer is notified, and clerks get the
 * lines to cancel in the ERP. Returns the number of lines.
 */
export const endBackorders = async (db: Db, config: Settings): Promise<number> => {
  if (config.BACKORDER_DAYS === 0) return 0
  let count = 0
  for (let after: string | null = null; ;) {
    const ids = await agedOrders(db, { after, days: config.BACKORDER_DAYS })
    if (ids.length === 0) return count
    after = ids.at(-1) ?? null
    count += await transaction(db, (tx) => endOf(tx, ids, config))
  }
}

/** Open orders with a line that the ERP scheduled and whose backorder has not ended, in batches by id. */
const agedOrders = async (db: Db, { after, days }: { after: string | null; days: number }): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sales_order
    where erp_status is distinct from '3' and not is_cancelled and deleted_at is null and erp_state = 'linked'
      and created_at < now() - make_interval(days => ${days}) and (${after}::uuid is null or id > ${after}::uuid)
      and exists (
        select from order_line line where line.order_id = sales_order.id and erp_schedule is not null
          and not exists (
            select from order_event event
            where event.order_id = sales_order.id and event.line_no = line.line_no and field = 'backorder'
          )
      )
    order by id limit ${ordersAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

const endOf = async (tx: Tx, ids: readonly string[], config: Settings): Promise<number> => {
  // Locked like everywhere else, so that a sync neither sees nor changes half of it.
  await tx.selectFrom('sales_order').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const found = await readBackorders(tx, sql<boolean>`sales_order.id = any(${ids}::uuid[])`, ordersAtOnce)
  const ended = await tx
    .selectFrom('order_event')
    .select(['order_id', 'line_no'])
    .where('order_id', 'in', ids)
    .where('field', '=', 'backorder')
    .execute()
  const lines = found.filter(
    ({ order, lineNo }) => !ended.some(({ order_id, line_no }) => order_id === order.id && line_no === lineNo),
  )
  const orders = [...Map.groupBy(lines, ({ order }) => order.id).values()]
  const changed = orders.flatMap(([first, ...others]) =>
    first ? [{ orderId: first.order.id, number: first.order.erp_id ?? '', lines: [first, ...others] }] : [],
  )
  const notices = changed.map(({ orderId, lines: rests }) => ({ orderId, changes: rests.map(changeOf(config)) }))
  await recordChanges(tx, notices, 'portal')
  await notifyCancellations(
    tx,
    notices.map((notice) => ({ ...notice, turn: 'changed' as const, reason: '' })),
    config,
  )
  await recordAll(
    tx,
    notices.map(({ orderId, changes }) => ({
      actorId: null,
      onBehalfOf: null,
      action: 'backorder ended',
      entity: 'sales order',
      entityId: orderId,
      after: { changes },
      request: null,
    })),
  )
  for (const { orderId, number, lines: rests } of changed)
    await reportException(tx, {
      key: `backorder ${orderId} ${rests.map(({ lineNo }) => lineNo).join(' ')}`,
      orderId,
      message: `To be canceled in the ERP: order ${number} has backordered rests from more than ${config.BACKORDER_DAYS} days ago: ${rests
        .map(({ backordered, name, slug }) => `${grouped(backordered)} of ${name} (${slug})`)
        .join(', ')}. The buyer was notified.`,
    })
  return lines.length
}

const changeOf =
  ({ BACKORDER_DAYS }: Settings) =>
  ({ lineNo, name, backordered }: BackorderedLine): OrderChange => ({
    lineNo,
    name,
    field: 'backorder',
    before: String(backordered),
    after: `ended after ${BACKORDER_DAYS} days`,
  })
