import { sql } from 'kysely'
import { businessDay } from '#shared/business-day.ts'
import type { Db } from '#platform/db/tables.ts'
import { holidayIn } from './compute-holidays.ts'
import type { Arrivals, DeliverySettings } from './contract.ts'
import { coldMethod } from './delivery-shapes.ts'
import { holidays } from './holiday-shapes.ts'
import { type Calendar, promiseArrival } from './promise-arrival.ts'

const maxDays = 500

/** When items ordered now would ship and arrive. */
export const arrivalsAt = async (db: Db, timeZone: string, now = new Date()): Promise<Arrivals> => {
  const { methods, kept, days } = await factsOf(db, businessDay(timeZone, now))
  const calendar: Calendar = { kept, days: new Map(days.map(({ day, isOpen }) => [day, isOpen])) }
  const promise = (name: string, isCold: boolean) => {
    const method = methods.find((one) => one.method === name)
    return method ? promiseArrival({ now, timeZone, calendar, method, isCold }) : null
  }
  return {
    now: now.toISOString(),
    timeZone,
    methods: Object.fromEntries(methods.map(({ method }) => [method, promise(method, false)])),
    cold: promise(coldMethod, true),
  }
}

export const deliverySettings = async (db: Db, timeZone: string): Promise<DeliverySettings> => {
  const today = businessDay(timeZone)
  const { methods, kept, days } = await factsOf(db, today)
  const year = Number(today.slice(0, 4))
  return {
    timeZone,
    methods,
    holidays: holidays.map((rule) => ({
      rule,
      isKept: kept.includes(rule),
      next: [year, year + 1, year + 2].map((each) => holidayIn(rule, each)).find((day) => day >= today) ?? '',
    })),
    days,
  }
}

const factsOf = async (db: Db, today: string) => {
  const [methods, kept, days] = await Promise.all([
    db
      .selectFrom('delivery_method')
      .select(['method', 'cut_off as cutOff', 'transit_days as transitDays'])
      .orderBy('method', 'desc')
      .execute(),
    db.selectFrom('kept_holiday').select('rule').execute(),
    db
      .selectFrom('delivery_day')
      .select([sql<string>`day::text`.as('day'), 'is_open as isOpen', 'name'])
      .where('day', '>=', today)
      .orderBy('delivery_day.day')
      .limit(maxDays)
      .execute(),
  ])
  const known = new Set(kept.map(({ rule }) => rule))
  return { methods, kept: holidays.filter((rule) => known.has(rule)), days }
}
