import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { dayAfter, daysBetween, yearBefore } from '#shared/business-day.ts'
import { type Days, doubtOfDays } from './sales-shapes.ts'

export interface ComparedDays {
  days: Days
  before: Days | null
  yearBefore: Days | null
}

/** The requested days, and the days to compare them with as far as sales reach back. */
export const resolveDays = async (db: Db, { from, to }: Days, today: string): Promise<ComparedDays> => {
  const doubt = doubtOfDays({ from, to }, today)
  if (doubt) throw new Refusal(400, doubt.text)
  const [row] = await firstDayOf(db, {})
  const first = row?.day ?? null
  const known = (days: Days): Days | null => (first !== null && first <= days.from ? days : null)
  const length = daysBetween(from, to) + 1
  return {
    days: { from, to },
    // The days before about a year are nearly those of the year before.
    before: length > 330 && length < 400 ? null : known({ from: dayAfter(from, -length), to: dayAfter(from, -1) }),
    yearBefore: known({ from: yearBefore(from), to: yearBefore(to) }),
  }
}

/** Canceled orders leave days without orders, which are no beginning. */
const firstDayOf = prepareStatement(
  () => sql<{ day: string | null }>`
    select least(
      (select period from sales_rollup where scope = 'day' and key = '' and orders > 0 order by period limit 1),
      (select min(period) from sales_pending where scope = 'day' and key = '' and orders > 0)
    ) as day`,
)
