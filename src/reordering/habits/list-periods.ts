import { monthPlus } from '#shared/business-day.ts'

/** So many months, that of the day last: 2026-11. */
export const latestMonths = (count: number, today: string): string[] =>
  Array.from({ length: count }, (_, at) => monthPlus(today, at - count + 1).slice(0, 7))

/** As a statement takes an array of periods: one text, which the driver has nothing to do with. */
export const arrayOf = (periods: readonly string[]): string => `{${periods.join(',')}}`
