import { businessDay, dayAfter } from '#shared/business-day.ts'
import { holidayOn, weekdayOf } from './compute-holidays.ts'
import type { Arrival } from './delivery-shapes.ts'
import type { Holiday } from './holiday-shapes.ts'

export interface Calendar {
  kept: readonly Holiday[]
  /** Exceptions to weekdays and holidays: whether deliveries run on that day. */
  days: ReadonlyMap<string, boolean>
}

interface Params {
  now: Date
  timeZone: string
  calendar: Calendar
  /** Settings of the shipping method, as far as known. */
  method: { cutOff: string | null; transitDays: number | null }
  /** Refrigerated items must not wait in a depot, so they ship only if every transit day is a delivery day. */
  isCold: boolean
}

const maxDaysAhead = 60

/** When items ordered now ship and arrive; null if unknown. */
export const promiseArrival = ({ now, timeZone, calendar, method, isCold }: Params): Arrival | null => {
  const { cutOff, transitDays } = method
  if (cutOff === null || transitDays === null) return null
  const today = businessDay(timeZone, now)
  const shipsOn = Array.from({ length: maxDaysAhead }, (_, at) => dayAfter(today, at)).find(
    (day) =>
      isDelivered(calendar, day) &&
      momentOf(day, cutOff, timeZone) > now &&
      (!isCold || isDeliveredThrough(calendar, day, transitDays)),
  )
  if (shipsOn === undefined) return null
  let arrivesOn = shipsOn
  for (let left = transitDays; left > 0;) {
    arrivesOn = dayAfter(arrivesOn)
    if (isDelivered(calendar, arrivesOn)) left--
  }
  return { orderBy: momentOf(shipsOn, cutOff, timeZone).toISOString(), shipsOn, arrivesOn }
}

/** How far ahead a delivery day can be requested. */
const requestDaysAhead = 42

/**
 * The days that can be requested for delivery, from the first possible arrival on. Where cut-off or transit days are
 * unknown, shipments leave tomorrow at the earliest and take a day.
 */
export const listOpenDays = ({ calendar, method, ...params }: Params): string[] => {
  const { cutOff, transitDays } = { cutOff: method.cutOff ?? '00:00', transitDays: method.transitDays ?? 1 }
  const first = promiseArrival({ ...params, calendar, method: { cutOff, transitDays } })
  if (first === null) return []
  const today = businessDay(params.timeZone, params.now)
  return Array.from({ length: requestDaysAhead }, (_, at) => dayAfter(today, at + 1)).filter(
    (day) =>
      day >= first.arrivesOn &&
      isDelivered(calendar, day) &&
      (!params.isCold || isDeliveredThrough(calendar, dayAfter(day, -transitDays), transitDays)),
  )
}

/** The day itself or, if days without deliveries follow it, the last of them. */
export const extendOverClosed = (calendar: Calendar, day: string): string => {
  let last = day
  for (let left = maxDaysAhead; left > 0 && !isDelivered(calendar, dayAfter(last)); left--) last = dayAfter(last)
  return last
}

/** Whether deliveries run on this day and on each day of the transit that follows. */
const isDeliveredThrough = (calendar: Calendar, day: string, transitDays: number): boolean =>
  Array.from({ length: transitDays + 1 }, (_, at) => dayAfter(day, at)).every((at) => isDelivered(calendar, at))

/** Whether shipments leave and arrive on this day. */
const isDelivered = ({ kept, days }: Calendar, day: string): boolean =>
  days.get(day) ?? (weekdayOf(day) >= 1 && weekdayOf(day) <= 5 && holidayOn(day, kept) === null)

/** The instant at which clocks in this zone show this time on this day. */
const momentOf = (day: string, time: string, timeZone: string): Date => {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const shown = (at: number) => Date.parse(`${clockOf(timeZone).format(at).replace(', ', 'T')}Z`)
  // The first guess may use the offset from the other side of a clock change; the second guess is right.
  const guess = wanted - (shown(wanted) - wanted)
  return new Date(guess - (shown(guess) - wanted))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  clocks.set(timeZone, clock)
  return clock
}
