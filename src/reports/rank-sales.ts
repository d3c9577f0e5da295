import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { TopCustomer, TopProduct } from './contract.ts'

const top = 5

interface Ranking {
  scope: 'customer' | 'product'
  period: string
  by: 'sales' | 'pieces'
}

/**
 * The first of a ranking, read in the order of an index. Keys that were counted since the last folding are summed one
 * by one; all others stand in the sums as they are.
 */
const leadersOf = ({ scope, period, by }: Ranking): RawBuilder<unknown> => {
  const measure = sql.ref(by)
  return sql`
    with touched as materialized (
      select key, sum(orders) as orders, sum(sales) as sales, sum(pieces) as pieces
      from sales_delta where scope = ${scope} and period = ${period} group by key
    ), leader as materialized (
      (select key, orders, sales, pieces from sales_tally tally
        where scope = ${scope} and period = ${period} and orders > 0
          and key not in (select key from touched)
        order by ${measure} desc, key limit ${top})
      union all
      (select touched.key, touched.orders + coalesce(tally.orders, 0), touched.sales + coalesce(tally.sales, 0),
          touched.pieces + coalesce(tally.pieces, 0)
        from touched left join lateral (
          select orders, sales, pieces from sales_tally
          where scope = ${scope} and period = ${period} and key = touched.key
        ) tally on true)
    )`
}

/** The five products of which most pieces were sold in a year. */
export const topProducts = async (db: Db, year: number): Promise<TopProduct[]> => {
  const { rows } = await sql<TopProduct>`
    ${leadersOf({ scope: 'product', period: String(year), by: 'pieces' })}
    select product.id as _id, ndc_number as "ndcNumber", name, slug, leader.pieces::float8 as "totalQuantity"
    from (select * from leader where orders > 0 order by pieces desc, key limit ${top}) leader
    join product on product.id = leader.key::uuid
    order by leader.pieces desc, leader.key`.execute(db)
  return rows
}

/** The five customers with the most sales in a year, with what they bought in the same time a year before. */
export const topCustomers = async (db: Db, year: number, now = new Date()): Promise<TopCustomer[]> => {
  const { rows } = await sql<TopCustomer>`
    ${leadersOf({ scope: 'customer', period: String(year), by: 'sales' })}
    select leader.key as _id,
      coalesce(nullif(customer.company_name, ''), nullif(concat_ws(' ', customer.name, customer.last_name), ''), '')
        as "companyName",
      leader.orders::int as orders, leader.sales, ${salesBefore(year, now)} as "salesBefore"
    from (select * from leader where orders > 0 order by sales desc, key limit ${top}) leader
    left join user_account customer on customer.id = nullif(leader.key, '')::uuid
    order by leader.sales desc, leader.key`.execute(db)
  return rows
}

/** Whole months from the sums; of the month that still runs, the orders themselves up to this moment a year ago. */
const salesBefore = (year: number, now: Date): RawBuilder<unknown> => {
  const isRunning = year === now.getUTCFullYear()
  if (!isRunning)
    return sql`(select coalesce(sum(sales), 0) from sales_figure
      where scope = 'customer' and key = leader.key and period = ${String(year - 1)})`
  const yearAgo = new Date(now)
  yearAgo.setUTCFullYear(year - 1)
  const monthStart = new Date(Date.UTC(year - 1, now.getUTCMonth(), 1)).toISOString()
  return sql`(
    (select coalesce(sum(sales), 0) from sales_figure where scope = 'customer' and key = leader.key
      and period >= ${`${year - 1}-01`} and period < ${monthStart.slice(0, 7)})
    + (select coalesce(sum(total_price), 0) from sales_order
      where user_id is not distinct from nullif(leader.key, '')::uuid and deleted_at is null
        and created_at >= ${monthStart}::timestamptz and created_at <= ${yearAgo.toISOString()}::timestamptz))`
}
