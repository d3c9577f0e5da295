import { dayAfter } from '#shared/business-day.ts'
import { type Holiday, holidays } from './holiday-shapes.ts'

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The observed date of a holiday in a year: weekend holidays move to the nearest weekday. */
export const holidayIn = (holiday: Holiday, year: number): string => {
  const day = rules[holiday](year)
  if (weekdayOf(day) === 6) return dayAfter(day, -1)
  return weekdayOf(day) === 0 ? dayAfter(day) : day
}

/** The holiday observed on a day, or null. New Year’s Day may be observed in the previous year. */
export const holidayOn = (day: string, kept: readonly Holiday[]): Holiday | null => {
  const year = Number(day.slice(0, 4))
  return (
    holidays.find((one) => kept.includes(one) && [year, year + 1].some((each) => holidayIn(one, each) === day)) ?? null
  )
}

const on = (month: number, date: number) => (year: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

/** The nth weekday of a month. */
const nth = (month: number, weekday: number, count: number) => (year: number) => {
  const first = on(month, 1)(year)
  return dayAfter(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7)
}

const lastMonday = (month: number) => (year: number) => {
  const last = dayAfter(on(month + 1, 1)(year), -1)
  return dayAfter(last, -((weekdayOf(last) + 6) % 7))
}

const thanksgiving = nth(11, 4, 4)

const rules: Record<Holiday, (year: number) => string> = {
  newYear: on(1, 1),
  martinLutherKing: nth(1, 1, 3),
  presidentsDay: nth(2, 1, 3),
  memorialDay: lastMonday(5),
  juneteenth: on(6, 19),
  independenceDay: on(7, 4),
  laborDay: nth(9, 1, 1),
  columbusDay: nth(10, 1, 2),
  veteransDay: on(11, 11),
  thanksgiving,
  dayAfterThanksgiving: (year) => dayAfter(thanksgiving(year)),
  christmasEve: on(12, 24),
  christmas: on(12, 25),
}
