import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ValueCache } from '#platform/cache-values.ts'
import { openQuestions } from '#billing/invoices/list-questions.ts'
import { hasCustomers } from '#customers/business/has-customers.ts'
import { waitingBusinesses } from '#customers/business/waiting-businesses.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import type { Attention } from './contract.ts'

type List = z.input<typeof Attention>

const shown = 5
const licenseDays = 30
/** Only products that sell matter when out of stock: this many best sellers per year. */
const bestSellers = 1_000
const lookAgain = 15_000

/** Everything that needs attention, each list by urgency. */
export const listAttention = async (
  db: Db,
  soldOut: ValueCache<List['soldOut']>,
  timeZone: string,
): Promise<Omit<List, 'troubles'>> => {
  const today = businessDay(timeZone)
  const [waiting] = await waitingNow(db, { today, ever: '0001-01-01' })
  if (!waiting) throw new Error('A select without a table returns one row.')
  const { customers, unknown, ending, stuck } = waiting
  return {
    waitingCustomers: customers,
    failed: listOf((stuck ?? []).filter(({ state }) => state !== 'held')),
    held: listOf((stuck ?? []).filter(({ state }) => state === 'held')),
    licenses: { count: ending?.[0]?.count ?? 0, unknown, customers: ending ?? [] },
    questions: await openQuestions(db, shown),
    soldOut: await missedProducts(db, soldOut, waiting.version),
  }
}

type Stuck = Omit<List['failed']['orders'][number], 'createdAt'> & { createdAt: string; count: number }

const listOf = (orders: Stuck[]): List['failed'] => ({
  count: orders[0]?.count ?? 0,
  orders: orders.map((order) => ({ ...order, createdAt: new Date(order.createdAt) })),
})

interface Waiting {
  customers: number
  unknown: number
  ending: (List['licenses']['customers'][number] & { count: number })[] | null
  stuck: Stuck[] | null
  /** The number of compactions so far. */
  version: string
}

/** With both bounds as parameters the planner assumes a short range, so the plan can be reused. */
const waitingNow = prepareStatement((_db, { today, ever }: { today: string; ever: string }) => {
  const licensed = sql`license join business on business.id = license.business_id`
  const mayBuy = sql`place = 1 and ${hasCustomers}`
  return sql<Waiting>`
    select
      (select version from sales_compaction) as version,
      (select count(*)::int from ${waitingBusinesses} waiting) as customers,
      (select count(*)::int from ${licensed} where ${mayBuy} and expires_on is null) as unknown,
      (select json_agg(json_build_object('_id', user_id, 'companyName', company_name, 'day', day,
          'daysLeft', day - ${today}::date, 'count', count) order by day, business_id)
        from (
          select business_id, expires_on as day, count(*) over ()::int as count from ${licensed}
          where ${mayBuy} and expires_on between ${ever}::date and ${today}::date + ${sql.lit(licenseDays)}::int
          order by expires_on, business_id limit ${sql.lit(shown)}
        ) ending join named_customer using (business_id)) as ending,
      (select json_agg(json_build_object('_id', id, 'state', erp_state, 'totalPrice', total_price,
          'createdAt', created_at, 'count', count,
          'companyName', coalesce((select name from business where business.id = business_id), ''))
          order by created_at, id)
        from (
          select id, business_id, erp_state, total_price, created_at,
            count(*) over (partition by erp_state = 'held')::int as count,
            row_number() over (partition by erp_state = 'held' order by created_at, id) as place
          from sales_order
          where erp_state in ('rejected', 'conflict', 'unknown', 'held') and deleted_at is null
        ) stuck where place <= ${sql.lit(shown)}) as stuck`
})

/** The best sellers change when figures are compacted; their stock is checked again every 15 seconds. */
const missedProducts = (db: Db, soldOut: ValueCache<List['soldOut']>, compacted: string): Promise<List['soldOut']> => {
  const version = `${compacted} ${Math.floor(Date.now() / lookAgain)}`
  return soldOut.get('all', version, async () => {
    const rows = await missedNow(db, {})
    return { version, value: { count: rows[0]?.count ?? 0, products: rows } }
  })
}

/** Best sellers of the year that are out of stock, ranked by compacted sales of this month and last month. */
const missed = sql`
  month as materialized (
    select to_char(business_today() - make_interval(months => ago), 'YYYY-MM') as period
    from generate_series(0, 1) ago
  ), best as materialized (
    select distinct ranked.key from (select distinct left(period, 4) as period from month) year cross join lateral (
      select key from sales_rollup
      where scope = 'product' and sales_rollup.period = year.period and length(period) = 4 and pieces > 0
      order by pieces desc, key limit ${sql.lit(bestSellers)}
    ) ranked
  ), soldout as materialized (
    select product.id, name, ndc_number from best join product on product.id = best.key::uuid
    where count_in_stock = 0 and not is_non_stocked and is_published and deleted_at is null
  ), missed as (
    select soldout.*, sold.pieces from soldout cross join lateral (
      select sum(pieces) as pieces from month join sales_rollup using (period)
      where scope = 'product' and key = soldout.id::text
    ) sold where sold.pieces > 0
  )`

const missedNow = prepareStatement(
  () => sql<List['soldOut']['products'][number] & { count: number }>`
    with ${missed}
    select id as _id, name, ndc_number as "ndcNumber", pieces::float8 as pieces, count(*) over ()::int as count
    from missed order by missed.pieces desc, id limit ${sql.lit(shown)}`,
)

/** All of them, for the product list. */
export const idsOfMissed = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`with ${missed} select id from missed`.execute(db)
  return rows.map(({ id }) => id)
}
