import { type DayContext, daysInWords, isDayBeginning, readDays } from '#shared/read-days.ts'
import { businessToday } from '../business-day.ts'

type Lean = DayContext['lean'] | undefined

/** The possible readings of a text in words; none for an unfinished date, which matches as a prefix. */
export const dayReadings = (text: string, lean: Lean = 'past'): string[] =>
  isDayBeginning(text.trim()) ? [] : readDays(text, { today: businessToday(), lean }).map(daysInWords)

/** Whether the text is unambiguous and can filter the list. */
export const areDaysClear = (text: string, lean: Lean): boolean =>
  isDayBeginning(text.trim()) || dayReadings(text, lean).length === 1
