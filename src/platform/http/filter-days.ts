import { sql } from 'kysely'
import { dayAfter } from '#shared/business-day.ts'
import { type DayContext, type Days, daysInWords, isDayBeginning, readDays } from '#shared/read-days.ts'
import { allOf, beginsWith, type Condition, type Expression, never, spanOf } from '../db/conditions.ts'
import { Refusal } from './refusal.ts'

/** Matches moments on the days that a user typed, in the wholesaler's time zone; beginnings of moments work, too. */
export const isMomentOn = (column: Expression, text: string, context: DayContext): Condition => {
  if (isDayBeginning(text)) return beginsWith(column, text)
  const { from, to } = daysMeant(text, context)
  return allOf([
    ...(from === null ? [] : [sql<boolean>`${column} >= ${midnight(from)}`]),
    ...(to === null ? [] : [sql<boolean>`${column} < ${midnight(dayAfter(to))}`]),
  ])
}

const midnight = (day: string): Expression => sql`(${day}::timestamp at time zone business_zone())`

/** The same for a date column. */
export const isDayOn = (column: Expression, text: string, context: DayContext): Condition => {
  if (isDayBeginning(text)) return isWithin(column, spanOf(text))
  const { from, to } = daysMeant(text, context)
  return allOf([
    ...(from === null ? [] : [sql<boolean>`${column} >= ${from}::date`]),
    ...(to === null ? [] : [sql<boolean>`${column} <= ${to}::date`]),
  ])
}

const isWithin = (column: Expression, span: ReturnType<typeof spanOf>): Condition =>
  span ? sql<boolean>`(${column} >= ${dayOf(span.from)}::date and ${column} < ${dayOf(span.until)}::date)` : never

/** The last span ends in `infinity`. */
const dayOf = (moment: string): string => moment.slice(0, 10)

/** Reads the typed days; ambiguous text is refused with its readings instead of guessed. */
const daysMeant = (text: string, context: DayContext): Days => {
  const readings = readDays(text, context)
  const [days, another] = readings
  if (!days) throw new Refusal(400, `“${text}” is not a date. Enter 11/25/26, Nov 25, yesterday or Nov 1 to Nov 15.`)
  if (another)
    throw new Refusal(400, `“${text}” could be ${readings.map(daysInWords).join(' or ')}. Enter the one you mean.`)
  return days
}
