import { monthPlus } from '#shared/business-day.ts'

/** The latest months up to today's, such as 2026-11. */
export const latestMonths = (count: number, today: string): string[] =>
  Array.from({ length: count }, (_, at) => monthPlus(today, at - count + 1).slice(0, 7))

/** A PostgreSQL array literal, which the driver passes through without conversion. */
export const arrayOf = (periods: readonly string[]): string => `{${periods.join(',')}}`
