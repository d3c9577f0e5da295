import { sql } from 'kysely'
import { patternOf, questionOf } from '#catalogue/compose-search.ts'
import { ndcKey } from '#catalogue/normalise-ndc.ts'
import type { Memory } from '#catalogue/remember-counts.ts'
import type { Db } from '#server/db/tables.ts'
import { notFound } from '#server/http/refusal.ts'
import { shortestSearch, type ProductName, type StateOrders, type Summary, type YearOfSales } from './contract.ts'

type Categories = Summary['productCategories']

/** The four figures, and this month's part of them beside that of the same days of the month before. */
export const dashboardSummary = async (
  db: Db,
  categories: Memory<Categories>,
  today = new Date(),
): Promise<Summary> => {
  const days = daysToCompare(today)
  const [users, sold, productCategories] = await Promise.all([
    accountFigures(db, days),
    salesFigures(db, days),
    productsByCategory(db, categories),
  ])
  return {
    users: [{ numUsers: users.all }],
    orders: [{ numOrders: sold.orders, totalSales: sold.sales, totalProducts: sold.pieces }],
    productCategories,
    trends: {
      days,
      users: { now: users.now, before: users.before },
      orders: { now: sold.orders_now, before: sold.orders_before },
      sales: { now: sold.sales_now, before: sold.sales_before },
      products: { now: sold.pieces_now, before: sold.pieces_before },
    },
  }
}

type Days = Summary['trends']['days']

/** The first of this UTC month until today, and as many days of the month before, as far as it has them. */
export const daysToCompare = (today: Date): Days => {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const lastBefore = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return {
    from: dayOf(year, month, 1),
    to: dayOf(year, month, today.getUTCDate()),
    beforeFrom: dayOf(year, month - 1, 1),
    beforeTo: dayOf(year, month - 1, Math.min(today.getUTCDate(), lastBefore)),
  }
}

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

const accountFigures = async (db: Db, { from, to, beforeFrom, beforeTo }: Days) => {
  const joined = (first: string, last: string) => sql`count(*) filter (
    where created_at >= ${`${first}T00:00:00Z`} and created_at < ${`${last}T00:00:00Z`}::timestamptz + interval '1 day'
  )::int`
  const { rows } = await sql<{ all: number; now: number; before: number }>`
    select count(*)::int as all, ${joined(from, to)} as now, ${joined(beforeFrom, beforeTo)} as before
    from user_account where deleted_at is null`.execute(db)
  return rows[0] ?? { all: 0, now: 0, before: 0 }
}

interface SalesFigures {
  orders: number
  sales: number
  pieces: number
  orders_now: number
  sales_now: number
  pieces_now: number
  orders_before: number
  sales_before: number
  pieces_before: number
}

const salesFigures = async (db: Db, { from, to, beforeFrom, beforeTo }: Days): Promise<SalesFigures> => {
  const now = sql`filter (where period between ${from} and ${to})`
  const before = sql`filter (where period between ${beforeFrom} and ${beforeTo})`
  const { rows } = await sql<SalesFigures>`
    select
      coalesce(sum(orders), 0) as orders, coalesce(sum(sales), 0) as sales, coalesce(sum(pieces), 0) as pieces,
      coalesce(sum(orders) ${now}, 0) as orders_now, coalesce(sum(sales) ${now}, 0) as sales_now,
      coalesce(sum(pieces) ${now}, 0) as pieces_now,
      coalesce(sum(orders) ${before}, 0) as orders_before, coalesce(sum(sales) ${before}, 0) as sales_before,
      coalesce(sum(pieces) ${before}, 0) as pieces_before
    from sales_figure where scope = 'day'`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('An aggregate without groups has one row.')
  return figures
}

/** Counted once for each version of the catalogue. */
const productsByCategory = async (db: Db, categories: Memory<Categories>): Promise<Categories> => {
  const { version } = await db.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()
  return categories.get('all', version, async () => {
    const value = await db
      .selectFrom('product')
      .select(['category as _id', sql<number>`count(*)::int`.as('count')])
      .where('is_published', '=', true)
      .where('deleted_at', 'is', null)
      .groupBy('category')
      .orderBy('category')
      .limit(1_000)
      .execute()
    return { version, value }
  })
}

/** Orders whose ship-to names a state of the US. */
export const ordersByState = async (db: Db): Promise<StateOrders[]> => {
  const { rows } = await sql<StateOrders>`
    select key as state, sum(orders)::int as orders from sales_figure
    where scope = 'state' and period = 'ever' and key <> ''
    group by key having sum(orders) > 0 order by orders desc, state`.execute(db)
  return rows
}

const mostNames = 10_000
const namesSuggested = 20

/** All products, or those whose names or numbers hold the words. */
export const productNames = async (db: Db, query: string): Promise<ProductName[]> => {
  const text = query.trim()
  const isSearch = text !== ''
  if (isSearch && text.length < shortestSearch) return []
  let products = db
    .selectFrom('product')
    .select(['id as _id', 'name', 'ndc_number as ndcNumber', 'dummy_ndc as dummyNDC'])
    .where('deleted_at', 'is', null)
  if (isSearch) {
    const { words } = questionOf(text)
    if (words.length === 0) return []
    for (const word of words) products = products.where(sql<boolean>`product.search like ${patternOf(word)}`)
    products = products.orderBy(sql`position(${text.toLowerCase()} in lower(product.name)) = 1`, 'desc')
  }
  return products
    .orderBy('name')
    .orderBy('id')
    .limit(isSearch ? namesSuggested : mostNames)
    .execute()
}

/** Years with any sale, the latest first; products that were deleted and added again under the same NDC are one. */
export const salesOfProduct = async (db: Db, ndc: string): Promise<YearOfSales[]> => {
  const wanted = ndc.trim().replaceAll('\0', '')
  const key = ndcKey(wanted)
  const products = await db
    .selectFrom('product')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('ndc_number', '=', wanted),
        ...(key ? [eb.and([eb('ndc_key', '=', key), eb('dummy_ndc', '=', false)])] : []),
      ]),
    )
    .limit(1_000)
    .execute()
  if (products.length === 0) throw notFound('Product')
  const { rows } = await sql<{ period: string; pieces: number }>`
    select period, sum(pieces)::float8 as pieces from sales_figure
    where scope = 'product' and key = any(${products.map(({ id }) => id)}::text[]) and period like '____-__'
    group by period having sum(pieces) > 0`.execute(db)
  return yearsOf(rows)
}

const yearsOf = (sold: { period: string; pieces: number }[]): YearOfSales[] => {
  const byPeriod = new Map(sold.map(({ period, pieces }) => [period, pieces]))
  const years = [...new Set(sold.map(({ period }) => Number(period.slice(0, 4))))].toSorted((a, b) => b - a)
  return years.map((year) => ({
    year,
    months: Array.from({ length: 12 }, (_, at) => byPeriod.get(`${year}-${String(at + 1).padStart(2, '0')}`) ?? 0),
  }))
}
