const formats = new Map<string, Intl.DateTimeFormat>()

/** Today's date in a time zone, as 2026-11-21. Formats are cached, because creating one is expensive. */
export const businessDay = (timeZone: string, moment = new Date()): string => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  formats.set(timeZone, format)
  return format.format(moment)
}

const momentFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** The format of times on screens, in messages and mails, as `Nov 27, 2026, 9:36 AM EST`; without a zone in the reader's. */
export const momentFormat = (timeZone?: string): Intl.DateTimeFormat => {
  const format =
    momentFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    })
  momentFormats.set(timeZone, format)
  return format
}

const dayLong = 86_400_000

/** Calendar days between two dates, negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayLong)

/** A date moved by a number of days. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * dayLong).toISOString().slice(0, 10)

/** The first day of the month that is so many months later, or earlier. */
export const monthPlus = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)

/** The same date a year earlier; February 29 becomes 28. */
export const yearBefore = (day: string): string => {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return same.endsWith('-02-29') ? `${same.slice(0, 4)}-02-28` : same
}

/** The last day of the month. */
export const lastOfMonth = (day: string): string => dayAfter(monthPlus(day, 1), -1)
