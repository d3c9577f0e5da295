import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { dayAfter, daysBetween, lastOfMonth, monthPlus, yearBefore } from '#shared/business-day.ts'
import { resolveDays } from './resolve-days.ts'
import type { Days, SalesOfPeriod } from './sales-shapes.ts'

interface Day {
  period: string
  sales: number
  orders: number
}

type Unit = SalesOfPeriod['unit']

/** Sales of a period by day, week or month, beside the days directly before and the same days a year before. */
export const compareSales = async (db: Db, wanted: Days, today: string): Promise<SalesOfPeriod> => {
  const compared = await resolveDays(db, wanted, today)
  const { days, before, yearBefore: yearAgo } = compared
  const length = daysBetween(days.from, days.to) + 1
  const first = [days, before, yearAgo].flatMap((span) => span?.from ?? []).toSorted()[0] ?? days.from
  const sold = await daysFrom(db, { first, last: days.to })
  const between = ({ from, to }: Days) => totalOf(sold.filter(({ period }) => period >= from && period <= to))
  const compareSpan = ({ from, to }: Days) => ({
    now: between({ from, to }),
    before: before && between({ from: dayAfter(from, -length), to: dayAfter(to, -length) }),
    yearBefore: yearAgo && between({ from: yearBefore(from), to: yearBefore(to) }),
  })
  const unit = unitOf(length)
  return {
    ...compared,
    unit,
    total: compareSpan(days),
    points: partsOf(days, unit).map((span) => ({ ...span, ...compareSpan(span) })),
  }
}

const unitOf = (length: number): Unit => (length <= 45 ? 'day' : length <= 190 ? 'week' : 'month')

/** Weeks end on the last day of the period, months are calendar months. */
const partsOf = (days: Days, unit: Unit): Days[] => {
  const parts: Days[] = []
  for (let from = days.from; from <= days.to;) {
    const to = endOf(from, days, unit)
    parts.push({ from, to })
    from = dayAfter(to)
  }
  return parts
}

const endOf = (from: string, days: Days, unit: Unit): string => {
  if (unit === 'day') return from
  if (unit === 'week') return dayAfter(from, daysBetween(from, days.to) % 7)
  const last = lastOfMonth(from)
  return last < days.to ? last : days.to
}

const totalOf = (days: readonly Day[]) => ({
  sales: days.reduce((cents, { sales }) => cents + Math.round(sales * 100), 0) / 100,
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
})

const daysFrom = prepareStatement(
  (_db, { first, last }: { first: string; last: string }) => sql<Day>`
    select period, sum(sales)::float8 as sales, sum(orders)::int as orders from sales_figure
    where scope = 'day' and key = '' and period between ${first} and ${last} group by period`,
)

/** The whole months of a period, and its other days: the periods for which totals are stored. */
export const storedPeriods = ({ from, to }: Days): string[] => {
  const periods: string[] = []
  for (let day = from; day <= to;) {
    const isWhole = day.endsWith('-01') && lastOfMonth(day) <= to
    periods.push(isWhole ? day.slice(0, 7) : day)
    day = isWhole ? monthPlus(day, 1) : dayAfter(day)
  }
  return periods
}
