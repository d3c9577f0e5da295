import type { Arrivals } from '#ordering-rules/delivery/contract.ts'
import { openDaysOf } from '#ordering-rules/delivery/match-days.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { dayWords } from '#shared/day-words.ts'
import type { NewOrder } from '../order-shapes.ts'
import type { LockedLine } from './lock-lines.ts'

interface Requested {
  order: Pick<NewOrder, 'requestedDay' | 'shippingMethod'>
  lines: readonly LockedLine[]
  arrivals: Arrivals
  isApproved: boolean
}

/**
 * The requested delivery day, refused if the delivery calendar has no delivery then. While an order waited for approval
 * the day may have become too early; the order then goes out as soon as possible, as the approver's page says.
 */
export const checkDay = ({ order, lines, arrivals, isApproved }: Requested): string | null => {
  const day = order.requestedDay ?? null
  if (day === null) return null
  const isCold = ({ product }: LockedLine) => (product?.cold_status ?? '') !== ''
  const open = openDaysOf(arrivals, {
    method: order.shippingMethod,
    hasWarm: !lines.every(isCold),
    hasCold: lines.some(isCold),
  })
  if (open.includes(day)) return day
  if (isApproved) return null
  throw new Refusal(409, `We can’t deliver this order on ${dayWords(day)}. Choose another delivery day.`, {
    field: 'requestedDay',
  })
}
