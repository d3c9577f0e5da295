const formats = new Map<string, Intl.DateTimeFormat>()

/** The day it is in a time zone, as 2026-11-21. To make a format costs more than to read a dashboard's products. */
export const businessDay = (timeZone: string, moment = new Date()): string => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  formats.set(timeZone, format)
  return format.format(moment)
}
