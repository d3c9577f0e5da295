import type { Summary, Trend } from '../contract.ts'

export interface DescribedTrend {
  direction: 'up' | 'down' | 'same'
  text: string
}

/** This month so far beside the same days of the month before, in words. */
export const describeTrend = ({ now, before }: Trend, days: Summary['trends']['days']): DescribedTrend => {
  const span = spanOf(days.beforeFrom, days.beforeTo)
  const direction = now > before ? 'up' : now < before ? 'down' : 'same'
  if (before === 0) return { direction, text: now === 0 ? `0, as on ${span}` : `0 on ${span}` }
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', text: `about the same as ${span}` }
  const change = percent > 999 ? 'more than ten times' : `${percent}% ${direction === 'up' ? 'more' : 'less'} than`
  return { direction, text: percent > 999 ? `${change} ${span}` : `${change} ${span}` }
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** `Oct 1–21`. */
const spanOf = (from: string, to: string): string => {
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))]
  return `${month.format(new Date(from))} ${first === last ? first : `${first}–${last}`}`
}
