import { momentFormat } from '#shared/business-day.ts'
import type { Tone } from '#web/ui/status.tsx'
import type { TraceRequestRow } from '../requests/contract.ts'

export const requestKindWords: Record<TraceRequestRow['kind'], string> = {
  recall: 'Recall',
  investigation: 'Investigation',
}

/** What is asked for: product, lot and serial number. */
export const askedWords = ({ product, lot, serial }: Pick<TraceRequestRow, 'product' | 'lot' | 'serial'>): string =>
  [product, lot && `lot ${lot}`, serial && `serial ${serial}`].filter(Boolean).join(', ')

/** Always with the time: a request can arrive at midnight, which elsewhere means a date without one. */
export const exactMoment = (at: string, timeZone: string): string => momentFormat(timeZone).format(new Date(at))

/** The clock of a request: hours and minutes left, or since it was due. */
export const clockOf = (
  { dueAt, answeredAt }: Pick<TraceRequestRow, 'dueAt' | 'answeredAt'>,
  now: number,
): { tone: Tone; words: string } => {
  const end = answeredAt ? Date.parse(answeredAt) : now
  const minutes = Math.floor((Date.parse(dueAt) - end) / 60_000)
  if (answeredAt) return minutes >= 0 ? { tone: 'good', words: 'Answered' } : { tone: 'notice', words: 'Answered late' }
  if (minutes < 0) return { tone: 'bad', words: `Overdue by ${spanWords(-minutes)}` }
  return { tone: minutes < 240 ? 'notice' : 'neutral', words: `${spanWords(minutes)} left` }
}

const spanWords = (minutes: number): string => {
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours.toLocaleString('en-US')} h ${minutes % 60} min` : `${minutes} min`
}
