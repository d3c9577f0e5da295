import { businessDay, dayAfter } from '#shared/business-day.ts'

const dayLong = 86_400_000

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

/** The same time some weekdays later. Holidays count as weekdays, so that a review is never late because of one. */
export const addBusinessDays = (timeZone: string, from: Date, days: number): Date => {
  const start = businessDay(timeZone, from)
  let [day, left, passed] = [start, days, 0]
  while (left > 0) {
    day = dayAfter(day)
    passed++
    if (!isWeekend(day)) left--
  }
  return new Date(from.getTime() + passed * dayLong)
}
