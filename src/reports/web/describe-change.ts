import { dayWords, monthDayWords } from '#shared/day-words.ts'
import type { Days, SalesOfPeriod } from '../sales-shapes.ts'

/** `+12.5%`; empty if there was nothing before. */
export const describeChange = (now: number, before: number): string => {
  if (before <= 0) return ''
  const percent = ((now - before) / before) * 100
  if (percent > 999) return 'more than 10 times'
  const words = Math.abs(percent).toFixed(1)
  return words === '0.0' ? '±0%' : `${percent > 0 ? '+' : '−'}${words}%`
}

/** `Oct 28 to Nov 27, 2026`. */
export const daysWords = ({ from, to }: Days): string => {
  if (from === to) return dayWords(from)
  return `${from.slice(0, 4) === to.slice(0, 4) ? monthDayWords(from) : dayWords(from)} to ${dayWords(to)}`
}

/** What the figures of a period are compared with; nothing without earlier data. */
export const describeComparison = ({ before, yearBefore }: Pick<SalesOfPeriod, 'before' | 'yearBefore'>): string => {
  const spans = [before, yearBefore].flatMap((days) => (days ? daysWords(days) : []))
  return spans.length > 0 ? `, compared with ${spans.join(' and ')}` : ''
}

/** A day, week or month in the chart and the table. */
export const pointWords = ({ from, to }: Days, unit: SalesOfPeriod['unit']): string => {
  if (unit === 'month') return month.format(new Date(from))
  return from === to ? monthDayWords(from) : `${monthDayWords(from)} to ${monthDayWords(to)}`
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
