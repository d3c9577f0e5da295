import * as z from 'zod/mini'

/** No license, contract or delivery of anybody here is older or lasts longer. */
export const plausibleYears = { first: 2000, last: 2099 } as const

/** Why a day cannot be meant, or null. Fields for dates make the year 26 of `12/31/26`. */
export const doubtOfDay = (day: string): string | null => {
  const [, digits] = /^(\d{4,})-\d\d-\d\d$/.exec(day) ?? []
  const year = Number(digits)
  if (digits === undefined || (year >= plausibleYears.first && year <= plausibleYears.last)) return null
  return year < 100
    ? `Enter the year with four digits: ${2000 + year} instead of ${year}.`
    : `The year must be between ${plausibleYears.first} and ${plausibleYears.last}.`
}

/** A day of the calendar, YYYY-MM-DD, that can be meant; `message` is for what is no day at all. */
export const plausibleDay = (message: string) =>
  z.iso
    .date(message)
    .check(z.refine((day) => doubtOfDay(day) === null, { error: ({ input }) => doubtOfDay(String(input)) ?? message }))
