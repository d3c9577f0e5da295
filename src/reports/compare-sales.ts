import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { dayAfter, lastOfMonth, monthPlus, yearBefore } from '#shared/business-day.ts'
import { type SalesBesideLastYear, salesRanges } from './contract.ts'

interface Day {
  period: string
  sales: number
  orders: number
}

/** The last twelve months and several day ranges, each with the same days a year before. */
export const compareSales = async (db: Db, today: string): Promise<SalesBesideLastYear> => {
  const yearAgo = yearBefore(today)
  const days = await daysFrom(db, { first: monthPlus(today, -24), last: today })
  const between = (from: string, to: string) => sumOf(days.filter(({ period }) => period >= from && period <= to))
  return {
    months: Array.from({ length: monthsShown }, (_, at) => monthPlus(today, at - monthsShown + 1)).map((first) => ({
      month: first.slice(0, 7),
      ...between(first, lastOfMonth(first)),
      ...before(between(yearBefore(first), first === monthPlus(today, 0) ? yearAgo : lastOfMonth(yearBefore(first)))),
    })),
    ranges: salesRanges.map((length) => {
      const from = dayAfter(today, 1 - length)
      return { days: length, from, to: today, ...between(from, today), ...before(between(yearBefore(from), yearAgo)) }
    }),
  }
}

const monthsShown = 12

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
