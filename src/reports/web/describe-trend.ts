import { monthDayWords } from '#shared/day-words.ts'
import type { Summary, Trend } from '../contract.ts'

export interface DescribedTrend {
  direction: 'up' | 'down' | 'same'
  text: string
}

/** Describes this month so far compared with the same days of the previous month. */
export const describeTrend = ({ now, before }: Trend, days: Summary['trends']['days']): DescribedTrend => {
  const span = spanOf(days.beforeFrom, days.beforeTo)
  const direction = now > before ? 'up' : now < before ? 'down' : 'same'
  if (before === 0) return { direction, text: now === 0 ? `also 0 on ${span}` : `up from 0 on ${span}` }
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', text: `about the same as ${span}` }
  if (percent > 999) return { direction, text: `more than ten times ${span}` }
  return { direction, text: `${percent}% ${direction === 'up' ? 'more' : 'less'} than ${span}` }
}

/** `Oct 1–21`. */
const spanOf = (from: string, to: string): string => {
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))]
  return first === last ? monthDayWords(from) : `${monthDayWords(from)}–${last}`
}
