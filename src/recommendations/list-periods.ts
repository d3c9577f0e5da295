/** So many months, the one that runs last: 2026-11. */
export const latestMonths = (count: number, today = new Date()): string[] => {
  const first = today.getUTCFullYear() * 12 + today.getUTCMonth() - count + 1
  return Array.from({ length: count }, (_, at) => monthOf(first + at))
}

/** By its number since the year 0. */
const monthOf = (number: number): string => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** As a statement takes an array of periods: one text, which the driver has nothing to do with. */
export const arrayOf = (periods: readonly string[]): string => `{${periods.join(',')}}`
