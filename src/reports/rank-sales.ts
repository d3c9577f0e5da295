import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { businessDay, monthPlus, yearBefore } from '#shared/business-day.ts'
import type { TopCustomer, TopProduct } from './contract.ts'

const top = 5
const maxSpares = 95

interface Ranking {
  scope: 'customer' | 'product'
  /** A year. */
  period: string
  by: 'sales' | 'pieces'
}

/**
 * The leaders of a ranking. The rollup index yields the candidates, plus one for each that shrank since the compaction,
 * plus some spares if any figure is pending. Other keys with pending figures are looked up only if they can reach the
 * top. Pending figures are not joined directly: the planner estimates that table as nearly empty and would choose a
 * nested loop.
 */
const leadersOf = ({ scope, period, by }: Ranking): RawBuilder<unknown> => {
  const measure = sql.ref(by)
  const key = sql`scope = ${sql.lit(scope)} and period = ${period}`
  // Must match the indexes exactly, which cover only years.
  const isYear = sql`length(period) = 4`
  return sql`
    with touched as materialized (
      select key, sum(orders) as orders, sum(${measure}) as ${measure} from sales_pending where ${key} group by key
    ), best as materialized (
      select key, orders, ${measure} from sales_rollup where ${key} and ${isYear} and orders > 0
      order by ${measure} desc, key
      limit ${sql.lit(top)} + (
        select least(count(*), ${sql.lit(maxSpares)}) + count(*) filter (where orders <= 0 or ${measure} < 0) from touched
      )
    ), present as materialized (
      select key, sum(orders) as orders, sum(${measure}) as ${measure}
      from (select * from best union all select * from touched where (key in (select key from best)) is true) counted
      group by key
    ), late as (
      select touched.key, touched.orders + coalesce(rollup.orders, 0) as orders,
        touched.${measure} + coalesce(rollup.${measure}, 0) as ${measure}
      from touched left join lateral (
        select orders, ${measure} from sales_rollup where ${key} and sales_rollup.key = touched.key
      ) rollup on true
      where touched.key not in (select key from best)
        and touched.${measure} + coalesce((select greatest(min(${measure}), 0) from best), 0) >= coalesce(
          (select ${measure} from present where orders > 0 order by ${measure} desc offset ${sql.lit(top - 1)} limit 1), 0)
    ), leader as materialized (
      select key, orders, ${measure} from (select * from present union all select * from late) ranked
      where orders > 0 order by ${measure} desc, key limit ${sql.lit(top)}
    )`
}

/** The five products with the most units sold in a year. */
export const topProducts = (db: Db, year: number): Promise<TopProduct[]> => productsOf(db, { period: String(year) })

const productsOf = prepareStatement(
  (_db, { period }: { period: string }) => sql<TopProduct>`
    ${leadersOf({ scope: 'product', period, by: 'pieces' })}
    select product.id as _id, ndc_number as "ndcNumber", name, slug, leader.pieces::float8 as "totalQuantity"
    from leader join product on product.id = leader.key::uuid
    order by leader.pieces desc, leader.key`,
)

/** The five businesses with the most sales in a year, each by one of its users, with the year before. */
export const topCustomers = (db: Db, year: number, timeZone: string): Promise<TopCustomer[]> => {
  const [period, today] = [String(year), businessDay(timeZone)]
  if (!today.startsWith(period)) return customersOf(db, { period, before: String(year - 1) })
  const monthStart = monthPlus(yearBefore(today), 0)
  return customersSoFar(db, {
    period,
    firstMonth: `${year - 1}-01`,
    month: monthStart.slice(0, 7),
    monthStart,
    timeZone,
  })
}

const customersWith = (period: string, salesBefore: RawBuilder<unknown>) => sql<TopCustomer>`
  ${leadersOf({ scope: 'customer', period, by: 'sales' })}
  select coalesce(customer.user_id::text, '') as _id, leader.key as business,
    coalesce(nullif(customer.company_name, ''), nullif(concat_ws(' ', customer.name, customer.last_name), ''), '')
      as "companyName",
    leader.orders::int as orders, leader.sales, ${salesBefore} as "salesBefore"
  from leader left join named_customer customer on customer.business_id = nullif(leader.key, '')::uuid
  order by leader.sales desc, leader.key`

const customersOf = prepareStatement((_db, { period, before }: { period: string; before: string }) =>
  customersWith(period, salesWhere(sql`period = ${before}`)),
)

interface SoFar {
  period: string
  firstMonth: string
  month: string
  monthStart: string
  timeZone: string
}

/** Whole months come from the rollup; for the current month the orders are summed up to this moment a year ago. */
const customersSoFar = prepareStatement((_db, { period, firstMonth, month, monthStart, timeZone }: SoFar) => {
  const ordered = (whose: RawBuilder<unknown>) => sql`
    coalesce((select sum(total_price) from sales_order where ${whose} and deleted_at is null and not is_cancelled
      and created_at >= ${monthStart}::timestamp at time zone ${timeZone}
      and created_at <= (now() at time zone ${timeZone} - interval '1 year') at time zone ${timeZone}), 0)`
  // Orders without a business have a separate branch, because one condition for both could not use an index.
  return customersWith(
    period,
    sql`${salesWhere(sql`period >= ${firstMonth} and period < ${month}`)} + case when leader.key = ''
      then ${ordered(sql`business_id is null`)} else ${ordered(sql`business_id = leader.key::uuid`)} end`,
  )
})

const salesWhere = (periods: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce((select sum(sales) from sales_rollup where scope = 'customer' and key = leader.key and ${periods}), 0)
  + coalesce((select sum(sales) from sales_pending where scope = 'customer' and key = leader.key and ${periods}), 0)`
