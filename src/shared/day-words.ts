import { momentFormat } from './business-day.ts'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options)

const monthDay = format({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekday = format({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekdayAlone = format({ weekday: 'long', timeZone: 'UTC' })
const day = format({ dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 30`, for the date 2026-11-30. */
export const monthDayWords = (date: string): string => monthDay.format(new Date(date))

/** `Nov 30, 2026`, the format of dates on screens, in messages, mails and PDFs. */
export const dayWords = (date: string): string => day.format(new Date(date))

/** `Mon, Nov 30`. */
export const weekdayWords = (date: string): string => weekday.format(new Date(date))

/** `Monday`. */
export const weekdayName = (date: string): string => weekdayAlone.format(new Date(date))

/** `Nov 30, 2026, 4:05 PM PST`, in the reader's time zone. */
export const localMomentWords = (moment: string): string =>
  momentFormat().format(new Date(moment)).replaceAll('\u202f', ' ')
