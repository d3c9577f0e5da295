import { sql } from 'kysely'
import type { LineFinding } from '#compliance/check-supply.ts'

export type OrderHold = Pick<LineFinding, 'kind' | 'reason'>

/** One hold of each kind, with all its reasons. */
export const joinByKind = (findings: readonly OrderHold[]): OrderHold[] => {
  const reasons = new Map<OrderHold['kind'], Set<string>>()
  for (const { kind, reason } of findings) reasons.set(kind, (reasons.get(kind) ?? new Set()).add(reason))
  return [...reasons].map(([kind, each]) => ({ kind, reason: [...each].join(' ') }))
}

/** As the order page shows them; null if there are none. */
export const joinReasons = (holds: readonly OrderHold[]): string | null =>
  holds.map(({ reason }) => reason).join(' ') || null

/** The same for the open holds of a recorded order. */
export const openReasons = sql<string | null>`(
  select string_agg(reason, ' ' order by id) from order_hold where order_id = sales_order.id and ended_at is null)`
