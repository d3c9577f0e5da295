/** So many months, the one that runs last: 2026-11. */
export const latestMonths = (count: number, today = new Date()): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count + 1 + at, 1)).toISOString().slice(0, 7),
  )

/** As a statement takes an array of periods: one text, which the driver has nothing to do with. */
export const arrayOf = (periods: readonly string[]): string => `{${periods.join(',')}}`
