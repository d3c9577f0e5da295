import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import type { Arrivals } from './contract.ts'
import { coldMethod } from './delivery-shapes.ts'
import { holidays } from './holiday-shapes.ts'
import { type Calendar, listOpenDays, promiseArrival } from './promise-arrival.ts'

const maxDays = 500

/** When items ordered now would ship and arrive, and for which days delivery can be requested. */
export const arrivalsAt = async (db: Db | Tx, timeZone: string, now = new Date()): Promise<Arrivals> => {
  const { methods, calendar } = await calendarFrom(db, businessDay(timeZone, now))
  const promise = (name: string, isCold: boolean) => {
    const method = methods.find((one) => one.method === name)
    return method ? promiseArrival({ now, timeZone, calendar, method, isCold }) : null
  }
  const open = (name: string, isCold: boolean) => {
    const method = methods.find((one) => one.method === name)
    return method ? listOpenDays({ now, timeZone, calendar, method, isCold }) : []
  }
  return {
    now: now.toISOString(),
    timeZone,
    methods: Object.fromEntries(methods.map(({ method }) => [method, promise(method, false)])),
    cold: promise(coldMethod, true),
    openDays: Object.fromEntries(methods.map(({ method }) => [method, open(method, false)])),
    coldOpenDays: open(coldMethod, true),
  }
}

export const calendarFrom = async (db: Db | Tx, today: string) => {
  const { methods, kept, days } = await deliveryFacts(db, today)
  const calendar: Calendar = { kept, days: new Map(days.map(({ day, isOpen }) => [day, isOpen])) }
  return { methods, calendar }
}

interface DeliveryFacts {
  methods: { method: string; cutOff: string | null; transitDays: number | null }[]
  kept: string[]
  days: { day: string; isOpen: boolean; name: string }[]
}

/** The settings, and exceptions from this day on. */
export const deliveryFacts = async (db: Db | Tx, today: string) => {
  const [facts] = await readFacts(db, { today })
  const { methods = [], kept = [], days = [] } = facts ?? {}
  return { methods, kept: holidays.filter((rule) => kept.includes(rule)), days }
}

/** One statement, because every placed order runs it. */
const readFacts = prepareStatement(
  (_db, { today }: { today: string }) => sql<DeliveryFacts>`
    select (
      select coalesce(json_agg(
        json_build_object('method', method, 'cutOff', cut_off, 'transitDays', transit_days) order by method desc), '[]')
      from delivery_method
    ) as methods, (
      select coalesce(json_agg(rule), '[]') from kept_holiday
    ) as kept, (
      select coalesce(json_agg(exception), '[]') from (
        select day::text, is_open as "isOpen", name from delivery_day
        where day >= ${today}::date order by delivery_day.day limit ${sql.lit(maxDays)}
      ) exception
    ) as days`,
)
