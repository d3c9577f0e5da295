import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { storedPeriods } from './compare-sales.ts'
import { resolveDays } from './resolve-days.ts'
import type { Breakdown, BreakdownKey, BreakdownRow, BreakdownSort, Days, Dimension } from './sales-shapes.ts'

const top = 10

interface Wanted extends Days {
  by: Dimension
  sort: BreakdownSort
}

/** Sales of a period by one dimension: the first ten, the rest, and the total of both. */
export const splitSales = async (db: Db, { by, sort, from, to }: Wanted, today: string): Promise<Breakdown> => {
  const compared = await resolveDays(db, { from, to }, today)
  const { days, before, yearBefore } = compared
  const figures = await figuresOf(db, {
    by,
    now: storedPeriods(days),
    before: before ? storedPeriods(before) : [],
    yearBefore: yearBefore ? storedPeriods(yearBefore) : [],
    ...days,
  })
  const uncounted = figures[0]?.uncounted ?? 0
  const all = figures
    .filter(({ key }) => key !== null)
    .map(({ key, name, email, ...row }): BreakdownRow => ({
      key: key ?? '',
      name: key === '' ? without[by] : key === '*' ? 'Shipping and other amounts' : name,
      email,
      sales: row.sales,
      orders: row.orders,
      pieces: row.pieces,
      before: before && row.before,
      yearBefore: yearBefore && row.yearBefore,
    }))
    .toSorted(byColumn(sort))
  const others = all.slice(top)
  return {
    ...compared,
    rows: all.slice(0, top),
    rest: others.length > 0 ? { count: others.length, ...totalOf(others, compared) } : null,
    total: totalOf(all, compared),
    uncounted,
  }
}

const without: Record<Dimension, string> = {
  rep: 'Ordered by customers',
  category: 'No category',
  manufacturer: 'No manufacturer',
  priceList: 'List price',
}

const byColumn = (sort: BreakdownSort) => {
  const column = sort.replace('-', '') as BreakdownKey // the sorts are the keys with and without a minus
  const sign = sort.startsWith('-') ? -1 : 1
  return (one: BreakdownRow, other: BreakdownRow): number => {
    const order =
      column === 'name' ? one.name.localeCompare(other.name, 'en-US') : (one[column] ?? 0) - (other[column] ?? 0)
    return sign * order || one.name.localeCompare(other.name, 'en-US')
  }
}

type Sums = Breakdown['total']

const totalOf = (
  rows: readonly BreakdownRow[],
  { before, yearBefore }: Pick<Breakdown, 'before' | 'yearBefore'>,
): Sums => {
  const money = (column: 'sales' | 'before' | 'yearBefore') =>
    rows.reduce((cents, row) => cents + Math.round((row[column] ?? 0) * 100), 0) / 100
  return {
    sales: money('sales'),
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    pieces: rows.reduce((sum, { pieces }) => sum + pieces, 0),
    before: before && money('before'),
    yearBefore: yearBefore && money('yearBefore'),
  }
}

interface Figure extends Sums {
  /** Null in the only row of a period without sales. */
  key: string | null
  name: string
  email: string
  uncounted: number
}

interface Periods extends Days {
  by: Dimension
  now: string[]
  before: string[]
  yearBefore: string[]
}

const figuresOf = prepareStatement(
  (_db, { by, now, before, yearBefore, from, to }: Periods) => sql<Figure>`
    with wanted as (
      -- A join, because a reused plan would search the arrays once per row.
      select unnest(${now}::text[]) as period, 'now' as part
      union all select unnest(${before}::text[]), 'before'
      union all select unnest(${yearBefore}::text[]), 'year before'
    ), figure as materialized (
      select key,
        coalesce(sum(sales) filter (where part = 'now'), 0) as sales,
        coalesce(sum(orders) filter (where part = 'now'), 0) as orders,
        coalesce(sum(pieces) filter (where part = 'now'), 0) as pieces,
        coalesce(sum(sales) filter (where part = 'before'), 0) as before,
        coalesce(sum(sales) filter (where part = 'year before'), 0) as year_before
      from wanted cross join lateral (
        select * from sales_breakdown where dimension = ${by} and sales_breakdown.period = wanted.period offset 0
      ) counted
      group by key
    )
    select key, coalesce(nullif(concat_ws(' ', person.name, nullif(person.last_name, '')), ''), key, '') as name,
      coalesce(person.email, '') as email, sales::float8 as sales, orders::int as orders, pieces::float8 as pieces,
      before::float8 as before, year_before::float8 as "yearBefore", left_over.uncounted
    from (select count(*)::int as uncounted from sales_recount where day between ${from} and ${to}) left_over
    left join figure on figure.sales <> 0 or figure.before <> 0 or figure.year_before <> 0 or figure.pieces <> 0
    left join lateral (
      select name, last_name, email from user_account
      where id = case when ${by}::text = 'rep' and key <> '' then key::uuid end offset 0
    ) person on true`,
)
