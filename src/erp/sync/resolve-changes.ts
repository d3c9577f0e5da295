import { nameWithMarks } from '#catalog/line-words.ts'
import type { OrderChange } from '#fulfillment/record-changes.ts'
import { resolveLines } from '#order-changes/resolve-lines.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { itemKey } from './compare-lines.ts'
import type { ExistingOrder } from './existing-orders.ts'
import { isOutdated } from './refresh-order.ts'

/**
 * Marks requested changes as done whose orders the ERP now shows with no more than was asked. Their amounts follow from
 * the same reading. Returns the backorders that ended with it, by order, whether the portal or a person asked the ERP.
 */
export const resolveChanges = async (
  tx: Tx,
  pairs: readonly { known: ExistingOrder; order: ErpOrder }[],
): Promise<ReadonlyMap<string, readonly OrderChange[]>> => {
  const read = new Map(
    pairs.flatMap(({ known, order }) =>
      known.deleted_at !== null || isOutdated(known, order) ? [] : [[known.id, order] as const],
    ),
  )
  if (read.size === 0) return new Map()
  const waiting = await tx
    .selectFrom('order_change')
    .innerJoin('order_change_line as changed', 'changed.change_id', 'order_change.id')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_id', '=', 'order_change.order_id')
        .onRef('order_line.line_no', '=', 'changed.line_no'),
    )
    .select(['order_change.order_id as orderId', 'changed.change_id as changeId', 'changed.line_no as lineNo'])
    .select(['changed.from_quantity as from', 'changed.to_quantity as to', 'asked_by as askedBy'])
    .select(['order_line.slug', 'order_line.name', 'cold_status as coldStatus', 'dea_schedule as deaSchedule'])
    .where('order_change.order_id', 'in', [...read.keys()])
    .where('changed.state', '<>', 'done')
    .where((eb) => eb.or([eb('changed.state', '=', 'asked'), eb('asked_by', 'is', null)]))
    .execute()
  const done = waiting.filter(({ orderId, slug, to }) => isAtMost(read.get(orderId), slug, to))
  await resolveLines(
    tx,
    done.map(({ changeId, lineNo }) => ({ changeId, lineNo, state: 'done' as const, answer: '' })),
  )
  const automatic = done.filter(({ askedBy }) => askedBy === null)
  return new Map([...Map.groupBy(automatic, ({ orderId }) => orderId)].map(([id, lines]) => [id, lines.map(endOf)]))
}

interface EndedRest {
  lineNo: number
  name: string
  coldStatus: string | null
  deaSchedule: string | null
  from: number
  to: number
}

const endOf = ({ lineNo, name, coldStatus, deaSchedule, from, to }: EndedRest): OrderChange => ({
  lineNo,
  name: nameWithMarks(name, { coldStatus: coldStatus ?? '', deaSchedule: deaSchedule ?? '' }),
  field: 'backorder',
  before: String(from - to),
  after: 'canceled',
})

const isAtMost = (order: ErpOrder | undefined, slug: string, to: number): boolean => {
  if (order?.isCancelled) return true
  const items = order?.lines.filter(({ productId }) => itemKey(productId) === itemKey(slug)) ?? []
  const live = items.reduce((sum, { isCancelled, quantity }) => sum + (isCancelled ? 0 : quantity), 0)
  return items.length > 0 && live <= to
}
