/** `Nov 30`, of a day written as 2026-11-30. */
export const monthDayWords = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
