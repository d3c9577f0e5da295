import { type DayContext, daysInWords, isDayBeginning, readDays } from '#shared/read-days.ts'
import { businessToday } from '../business-day.ts'

type Lean = DayContext['lean'] | undefined

/** How a text can be read, in words; none while it is the beginning of a day, which means all that begin so. */
export const dayReadings = (text: string, lean: Lean = 'past'): string[] =>
  isDayBeginning(text.trim()) ? [] : readDays(text, { today: businessToday(), lean }).map(daysInWords)

/** Whether a list can be narrowed to it without a question. */
export const areDaysClear = (text: string, lean: Lean): boolean =>
  isDayBeginning(text.trim()) || dayReadings(text, lean).length === 1
