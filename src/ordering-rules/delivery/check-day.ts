import { Refusal } from '#platform/http/refusal.ts'
import { dayWords } from '#shared/day-words.ts'
import type { Arrivals } from './contract.ts'
import { openDaysOf } from './delivery-shapes.ts'

interface Requested {
  day: string | null
  method: string
  lines: readonly { product: { cold_status: string } | null }[]
  arrivals: Arrivals
  isApproved: boolean
}

/**
 * The requested delivery day, refused if the delivery calendar has no delivery then. While an order waited for approval
 * the day may have become too early; the order then goes out as soon as possible, as the approver's page says.
 */
export const checkDay = ({ day, method, lines, arrivals, isApproved }: Requested): string | null => {
  if (day === null) return null
  const cold = lines.filter(({ product }) => product && product.cold_status !== '')
  const open = openDaysOf(arrivals, { method, hasWarm: cold.length < lines.length, hasCold: cold.length > 0 })
  if (open.includes(day)) return day
  if (isApproved) return null
  throw new Refusal(409, `We can’t deliver this order on ${dayWords(day)}. Choose another delivery day.`, {
    field: 'requestedDay',
  })
}
