import { sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder, ErpOrderLine } from '../gateway/erp.ts'

interface Scheduled {
  orderId: string
  order: ErpOrder
}

/** Stores what the ERP confirms for the lines of these orders; lines are matched by product, in order, and the last one has the rest. */
export const storeSchedules = async (tx: Tx, orders: readonly Scheduled[]): Promise<void> => {
  if (orders.length === 0) return
  const scheduled = orders.filter(({ order }) => order.lines.some(({ schedule }) => schedule !== null))
  const { rows } = await sql<{ order_id: string; line_no: number; slug: string }>`
    select order_id, line_no, slug from order_line
    where order_id = any(${orders.map(({ orderId }) => orderId)}::uuid[])
      and (erp_schedule is not null or order_id = any(${scheduled.map(({ orderId }) => orderId)}::uuid[]))
    order by order_id, line_no`.execute(tx)
  if (rows.length === 0) return
  const linesOf = Map.groupBy(rows, ({ order_id }) => order_id)
  const changes = orders.flatMap(({ orderId, order }) => {
    const items = Map.groupBy(
      order.lines.filter(({ replaces }) => replaces === ''),
      ({ productId }) => keyOf(productId),
    )
    const lines = linesOf.get(orderId) ?? []
    const used = new Map<string, number>()
    return lines.map(({ line_no, slug }) => {
      const at = used.get(keyOf(slug)) ?? 0
      used.set(keyOf(slug), at + 1)
      const isLast = lines.filter((line) => keyOf(line.slug) === keyOf(slug)).length === at + 1
      const own = items.get(keyOf(slug))?.slice(at, isLast ? undefined : at + 1) ?? []
      return { order_id: orderId, line_no, schedule: joinSchedules(own) }
    })
  })
  await sql`
    update order_line set erp_schedule = given.schedule
    from json_to_recordset(${JSON.stringify(changes)}::json) as given (order_id uuid, line_no integer, schedule jsonb)
    where order_line.order_id = given.order_id and order_line.line_no = given.line_no
      and erp_schedule is distinct from given.schedule`.execute(tx)
}

/** One schedule of the items that the ERP split a line into. */
export const joinSchedules = (items: readonly ErpOrderLine[]): LineSchedule | null => {
  const live = items.length > 1 ? items.filter(({ isCancelled }) => !isCancelled) : items
  const [first, ...more] = live.flatMap(({ schedule }) => schedule ?? [])
  return first ? { ...first, confirmed: [first, ...more].flatMap(({ confirmed }) => confirmed) } : null
}

const keyOf = (number: string): string => ndcKey(number) || number.toUpperCase()
