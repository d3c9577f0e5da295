import * as z from 'zod/mini'

/** No license, contract or delivery is outside of these years. */
export const plausibleYears = { first: 2000, last: 2099 } as const

/** Why a date is implausible, or null. Date fields read `12/31/26` as the year 26. */
export const doubtOfDay = (day: string): string | null => {
  const [, digits] = /^(\d{4,})-\d\d-\d\d$/.exec(day) ?? []
  const year = Number(digits)
  if (digits === undefined || (year >= plausibleYears.first && year <= plausibleYears.last)) return null
  return year < 100
    ? `Enter the year with four digits: ${2000 + year} instead of ${year}.`
    : `The year must be between ${plausibleYears.first} and ${plausibleYears.last}.`
}

/** A plausible date, YYYY-MM-DD; `message` is for invalid dates. */
export const plausibleDay = (message: string) =>
  z.iso
    .date(message)
    .check(z.refine((day) => doubtOfDay(day) === null, { error: ({ input }) => doubtOfDay(String(input)) ?? message }))
