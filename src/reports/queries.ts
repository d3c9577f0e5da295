import { type RawBuilder, sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { CatalogState } from '#catalog/note-change.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { businessDay, lastOfMonth, monthPlus } from '#shared/business-day.ts'
import { countCategories } from '#search/query/count-facets.ts'
import type { CatalogIndex } from '#search/index/sync-catalog-index.ts'
import { unfiltered } from '#search/query/match-filters.ts'
import { findIds } from '#search/find-ids.ts'
import { type ProductName, shortestSearch, type StateOrders, type Summary, type YearOfSales } from './contract.ts'

type Categories = Summary['productCategories']

/** The four figures, and this month's part compared with the same days of the previous month. */
export const dashboardSummary = async (db: Db, catalogue: CatalogIndex, timeZone: string): Promise<Summary> => {
  const days = daysToCompare(businessDay(timeZone))
  const [figures] = await figuresOf(db, { ...days, timeZone })
  if (!figures) throw new Error('An aggregate without groups returns one row.')
  return {
    users: [{ numUsers: figures.users }],
    orders: [{ numOrders: figures.orders, totalSales: figures.sales, totalProducts: figures.pieces }],
    productCategories: await productsByCategory(catalogue, figures),
    trends: { days, ...figures.trends },
  }
}

type Days = Summary['trends']['days']

/** From the first of this month to today, and the same days of the previous month as far as it has them. */
export const daysToCompare = (today: string): Days => {
  const beforeFrom = monthPlus(today, -1)
  const sameDay = `${beforeFrom.slice(0, 7)}${today.slice(7)}`
  const lastBefore = lastOfMonth(beforeFrom)
  return { from: monthPlus(today, 0), to: today, beforeFrom, beforeTo: sameDay < lastBefore ? sameDay : lastBefore }
}

interface Figures extends CatalogState {
  users: number
  orders: number
  sales: number
  pieces: number
  trends: Omit<Summary['trends'], 'days'>
}

/**
 * Every order has exactly one state key, possibly empty, so few rows contain the totals. The trend reads single days,
 * and both include pending figures. Accounts are few and counted directly.
 */
const figuresOf = prepareStatement((_db, { from, to, beforeFrom, beforeTo, timeZone }: Days & { timeZone: string }) => {
  const sold = (what: string, when: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(what)}) filter (where ${when}), 0)`
  const all = sql`is_all`
  const now = sql`period between ${from} and ${to}`
  const before = sql`period between ${beforeFrom} and ${beforeTo}`
  const people = (when: RawBuilder<unknown>) =>
    sql`(select count(*)::int from user_account where deleted_at is null and ${when})`
  const trend = (...both: [RawBuilder<unknown>, RawBuilder<unknown>]) =>
    sql`json_build_object('now', ${both[0]}, 'before', ${both[1]})`
  const made = (first: string, last: string) => sql`
    created_at >= ${first}::timestamp at time zone ${timeZone}
    and created_at < (${last}::timestamp + interval '1 day') at time zone ${timeZone}`
  return sql<Figures>`
    with figure (period, is_all, orders, sales, pieces) as (
      select period, true, orders, sales, pieces from sales_rollup where scope = 'state' and period = 'ever'
      union all
      select period, false, orders, sales, pieces from sales_rollup
      where scope = 'day' and key = '' and period between ${beforeFrom} and ${to}
      union all
      select period, true, sum(orders), sum(sales), sum(pieces)
      from sales_pending where scope = 'day' and key = '' group by period
    )
    select (select version from catalogue_state) as version,
      (select restrictions_version from catalogue_state) as restrictions, ${people(sql`true`)} as users,
      ${sold('orders', all)} as orders, ${sold('sales', all)} as sales, ${sold('pieces', all)} as pieces,
      json_build_object(
        'users', ${trend(people(made(from, to)), people(made(beforeFrom, beforeTo)))},
        'orders', ${trend(sold('orders', now), sold('orders', before))},
        'sales', ${trend(sold('sales', now), sold('sales', before))},
        'products', ${trend(sold('pieces', now), sold('pieces', before))}
      ) as trends
    from figure`
})

const maxCategories = 1_000

const productsByCategory = async (catalogue: CatalogIndex, state: CatalogState): Promise<Categories> => {
  await catalogue.refresh(state)
  const { index } = await catalogue.current()
  const counts = countCategories(index, unfiltered(false)).slice(0, maxCategories)
  return counts.map(({ value, count }) => ({ _id: value, count }))
}

/** Orders with a ship-to in a US state. */
export const ordersByState = (db: Db): Promise<StateOrders[]> => statesOf(db, {})

const statesOf = prepareStatement(
  () => sql<StateOrders>`
    select key as state, sum(orders)::int as orders from sales_figure
    where scope = 'state' and period = 'ever' and key <> ''
    group by key having sum(orders) > 0 order by orders desc, state`,
)

const maxNames = 10_000
const namesSuggested = 20

/** All products by name, or the best matches for a text. */
export const productNames = async (db: Db, catalogue: CatalogIndex, query: string): Promise<ProductName[]> => {
  const text = query.trim()
  const named = db
    .selectFrom('product')
    .select(['id as _id', 'name', 'ndc_number as ndcNumber', 'is_item_number as dummyNDC'])
    .where('deleted_at', 'is', null)
  if (text === '') return named.orderBy('name').orderBy('id').limit(maxNames).execute()
  if (text.length < shortestSearch) return []
  const ids = await findIds(catalogue, text, { most: namesSuggested })
  return named
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute()
}

/** Years with sales, latest first. A product that was deleted and added again under the same NDC counts as one. */
export const salesOfProduct = async (db: Db, ndc: string): Promise<YearOfSales[]> => {
  const wanted = ndc.trim().replaceAll('\0', '')
  const rows = await soldUnder(db, { wanted, key: ndcKey(wanted) })
  if (rows.length === 0) throw notFound('Product')
  return yearsOf(rows.filter(({ pieces }) => pieces > 0))
}

interface Sold {
  /** Empty for a product without sales. */
  period: string
  pieces: number
}

const soldUnder = prepareStatement((_db, { wanted, key }: { wanted: string; key: string }) => {
  const sold = (table: 'sales_rollup' | 'sales_pending') => sql`
    select period, pieces from wanted join ${sql.table(table)} sold
      on sold.scope = 'product' and sold.key = wanted.key and sold.period like '____-__'`
  return sql<Sold>`
    with wanted as materialized (
      select id::text as key from product where ndc_number = ${wanted} and deleted_at is null
      union select id::text from product where ndc_number = ${wanted} and deleted_at is not null
      union select id::text from product
        where ndc_key = ${key} and ndc_key <> '' and not is_item_number and deleted_at is null
      union select id::text from product
        where ndc_key = ${key} and ndc_key <> '' and not is_item_number and deleted_at is not null
      limit 1000
    )
    select period, sum(pieces)::float8 as pieces
    from (${sold('sales_rollup')} union all ${sold('sales_pending')} union all select '', 0 from wanted) sold
    group by period`
})

const yearsOf = (sold: Sold[]): YearOfSales[] => {
  const byPeriod = new Map(sold.map(({ period, pieces }) => [period, pieces]))
  const years = [...new Set(sold.map(({ period }) => Number(period.slice(0, 4))))].toSorted((a, b) => b - a)
  return years.map((year) => ({
    year,
    months: Array.from({ length: 12 }, (_, at) => byPeriod.get(`${year}-${String(at + 1).padStart(2, '0')}`) ?? 0),
  }))
}
