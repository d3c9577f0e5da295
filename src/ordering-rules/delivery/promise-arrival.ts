import { businessDay, dayAfter } from '#shared/business-day.ts'
import { holidayOn, weekdayOf } from './compute-holidays.ts'
import type { Arrival } from './delivery-shapes.ts'
import type { Holiday } from './holiday-shapes.ts'

export interface Calendar {
  kept: readonly Holiday[]
  /** Single days that are other than weekday and holidays say: whether something is delivered. */
  days: ReadonlyMap<string, boolean>
}

interface Params {
  now: Date
  timeZone: string
  calendar: Calendar
  /** As far as they are known. */
  method: { cutOff: string | null; transitDays: number | null }
  /** What must not lie in a depot leaves only when it is delivered on the day that was meant. */
  isCold: boolean
}

const maxDaysAhead = 60

/** When goods that are ordered now leave and arrive; null where it cannot be said. */
export const promiseArrival = ({ now, timeZone, calendar, method, isCold }: Params): Arrival | null => {
  const { cutOff, transitDays } = method
  if (cutOff === null || transitDays === null) return null
  const today = businessDay(timeZone, now)
  const shipsOn = Array.from({ length: maxDaysAhead }, (_, at) => dayAfter(today, at)).find(
    (day) =>
      isDelivered(calendar, day) &&
      momentOf(day, cutOff, timeZone) > now &&
      (!isCold ||
        Array.from({ length: transitDays }, (_, at) => at + 1).every((at) => isDelivered(calendar, dayAfter(day, at)))),
  )
  if (shipsOn === undefined) return null
  let arrivesOn = shipsOn
  for (let left = transitDays; left > 0;) {
    arrivesOn = dayAfter(arrivesOn)
    if (isDelivered(calendar, arrivesOn)) left--
  }
  return { orderBy: momentOf(shipsOn, cutOff, timeZone).toISOString(), shipsOn, arrivesOn }
}

/** Whether goods leave and are delivered on this day. */
const isDelivered = ({ kept, days }: Calendar, day: string): boolean =>
  days.get(day) ?? (weekdayOf(day) >= 1 && weekdayOf(day) <= 5 && holidayOn(day, kept) === null)

/** The moment at which a clock in this zone shows this time on this day. */
const momentOf = (day: string, time: string, timeZone: string): Date => {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const shown = (at: number) => Date.parse(`${clockOf(timeZone).format(at).replace(', ', 'T')}Z`)
  // The offset of the guess may be that of the other side of a change of clocks; that of the second is right.
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
