import type { Db } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import { holidayIn } from './compute-holidays.ts'
import type { DeliverySettings } from './contract.ts'
import { deliveryFacts } from './find-arrivals.ts'
import { holidays } from './holiday-shapes.ts'

export const deliverySettings = async (db: Db, timeZone: string): Promise<DeliverySettings> => {
  const today = businessDay(timeZone)
  const { methods, kept, days } = await deliveryFacts(db, today)
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
