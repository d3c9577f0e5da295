import { weekdayWords } from '#shared/day-words.ts'
import type { Arrival } from './delivery-shapes.ts'

interface Ordered {
  /** Arrival of items without refrigeration; null if unknown or if there are none. */
  warm: Arrival | null
  cold: Arrival | null
  hasWarm: boolean
  hasCold: boolean
  hasSpecialOrders: boolean
}

interface Clock {
  now: Date
  timeZone: string
}

/** Describes when an order placed now would arrive; empty if unknown. */
export const arrivalWords = (ordered: Ordered, clock: Clock): string => {
  const orderBy = [ordered.hasWarm && ordered.warm, ordered.hasCold && ordered.cold]
    .flatMap((one) => (one ? [one.orderBy] : []))
    .toSorted()[0]
  return orderBy === undefined ? '' : `Order ${untilWords(new Date(orderBy), clock)}: ${arrivesWords(ordered)}`
}

/** The same for an order that was placed, without its deadline. */
export const arrivesWords = (ordered: Ordered): string => {
  const warm = ordered.hasWarm ? ordered.warm : null
  const cold = ordered.hasCold ? ordered.cold : null
  const parts = [
    warm && `arrives ${weekdayWords(warm.arrivesOn)}`,
    cold &&
      (warm
        ? `refrigerated items ship ${weekdayWords(cold.shipsOn)}, arrive ${weekdayWords(cold.arrivesOn)}`
        : `refrigerated items ship ${weekdayWords(cold.shipsOn)} and arrive ${weekdayWords(cold.arrivesOn)}`),
  ].filter((part) => part !== null)
  if (parts.length === 0) return ''
  const unsaid = [
    ordered.hasWarm && !warm && 'Other items',
    ordered.hasCold && !cold && 'Refrigerated items',
    ordered.hasSpecialOrders && 'Special order items',
  ].filter((part) => part !== false)
  const rest = unsaid.length > 0 ? ` ${unsaid.join(' and ')} are not included.` : ''
  return `${parts.join('; ')}.${rest}`
}

/** `within 2 h 10 min`, or `by Mon, Nov 23, 4:00 PM EST` if it is a day or more away. */
const untilWords = (orderBy: Date, { now, timeZone }: Clock): string => {
  const minutes = Math.max(1, Math.floor((orderBy.getTime() - now.getTime()) / 60_000))
  if (minutes >= 24 * 60) return `by ${moment(timeZone).format(orderBy)}`
  const hours = Math.floor(minutes / 60)
  return `within ${[hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ')}`
}

const moment = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
