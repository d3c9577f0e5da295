import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { type SalesBesideLastYear, salesRanges } from './contract.ts'

interface Day {
  period: string
  sales: number
  orders: number
}

/**
 * The last twelve months and ranges of days, each beside the same days a year before: what still runs is compared with as
 * much of last year and no more.
 */
export const compareSales = async (db: Db, now = new Date()): Promise<SalesBesideLastYear> => {
  const today = dayOf(now)
  const yearAgo = dayOf(aYearBefore(now))
  const first = dayOf(new Date(Date.UTC(now.getUTCFullYear() - 2, now.getUTCMonth(), 1)))
  const days = await daysFrom(db, { first, last: today })
  const between = (from: string, to: string) => sumOf(days.filter(({ period }) => period >= from && period <= to))
  return {
    months: Array.from({ length: monthsShown }, (_, at) => monthOf(now, at - monthsShown + 1)).map((month) => ({
      month: month.slice(0, 7),
      ...between(`${month.slice(0, 7)}-01`, `${month.slice(0, 7)}-31`),
      ...before(
        between(firstOf(month), month.startsWith(today.slice(0, 7)) ? yearAgo : `${firstOf(month).slice(0, 7)}-31`),
      ),
    })),
    ranges: salesRanges.map((length) => {
      const from = dayOf(new Date(now.getTime() - (length - 1) * dayLong))
      const [beforeFrom, beforeTo] = [dayOf(aYearBefore(new Date(from))), yearAgo]
      return { days: length, from, to: today, ...between(from, today), ...before(between(beforeFrom, beforeTo)) }
    }),
  }
}

const monthsShown = 12
const dayLong = 86_400_000

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The 29 of February has the 28 before it. */
const aYearBefore = (moment: Date): Date => {
  const day = new Date(moment)
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  return day.getUTCMonth() === moment.getUTCMonth() ? day : new Date(day.getTime() - dayLong)
}

const monthOf = (now: Date, offset: number): string =>
  dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)))

/** Of the same month a year before. */
const firstOf = (month: string): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4, 7)}-01`

const sumOf = (days: readonly Day[]): { sales: number; orders: number } => ({
  sales: days.reduce((cents, { sales }) => cents + Math.round(sales * 100), 0) / 100,
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
})

const before = ({ sales, orders }: { sales: number; orders: number }) => ({ salesBefore: sales, ordersBefore: orders })

const daysFrom = prepareStatement(
  (_db, { first, last }: { first: string; last: string }) => sql<Day>`
    select period, sum(sales)::float8 as sales, sum(orders)::int as orders from sales_figure
    where scope = 'day' and key = '' and period between ${first} and ${last} group by period`,
)
