import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

const daysAtOnce = 31

/** Counts the breakdowns of outdated days again, latest first. Returns whether all are done. */
export const countBreakdowns = async (db: Db): Promise<boolean> => {
  const count = await transaction(db, async (tx) => {
    const days = (await takeDays(tx, {})).map(({ day }) => day)
    if (days.length === 0) return 0
    const months = [...new Set(days.map((day) => day.slice(0, 7)))]
    await clearPeriods(tx, { periods: [...days, ...months] })
    await addDays(tx, { days })
    await addMonths(tx, { months })
    return days.length
  })
  return count < daysAtOnce
}

/** An order that is counted meanwhile makes its day outdated again. */
const takeDays = prepareStatement(
  () => sql<{ day: string }>`
    delete from sales_recount where day in (
      select day from sales_recount order by day desc limit ${sql.lit(daysAtOnce)} for update
    ) returning day`,
)

const clearPeriods = prepareStatement(
  (_db, { periods }: { periods: readonly string[] }) => sql`
    delete from sales_breakdown
    where dimension in ('rep', 'category', 'manufacturer', 'priceList') and period = any(${periods}::text[])`,
)

/** A rep is who ordered for someone else. What lines do not explain of an order's total has the key `*`. */
const addDays = prepareStatement(
  (_db, { days }: { days: readonly string[] }) => sql`
    insert into sales_breakdown (dimension, period, key, orders, sales, pieces)
    with bill as materialized (
      select o.id, days.day, o.total_price,
        case when o.placed_by is distinct from o.user_id then coalesce(o.placed_by::text, '') else '' end as rep
      from unnest(${days}::text[]) as days (day)
      join sales_order o on o.created_at >= days.day::timestamp at time zone business_zone()
        and o.created_at < (days.day::timestamp + interval '1 day') at time zone business_zone()
      where o.deleted_at is null and not o.is_cancelled
    ), line as materialized (
      select bill.id, bill.day, l.quantity - l.cancelled_quantity as pieces,
        (l.quantity - l.cancelled_quantity) * l.price as amount, coalesce(product.category, '') as category,
        coalesce(product.manufacturer, '') as manufacturer, coalesce(l.price_source ->> 'name', '') as price_list
      from bill
      -- The planner expects far more orders than a day has, so without the fence it reads all lines ever ordered.
      cross join lateral (select * from order_line where order_id = bill.id offset 0) l
      left join lateral (select category, manufacturer from product where id = l.product_id offset 0) product on true
      where l.quantity > l.cancelled_quantity
    ), other as (
      select day, sum(amount) as amount
      from (select day, total_price as amount from bill union all select day, -amount from line) part group by day
    )
    select 'rep', day, rep, count(*), sum(total_price), coalesce(sum(pieces), 0)
    from bill left join (select id, sum(pieces) as pieces from line group by id) bought using (id)
    group by day, rep
    union all
    select its.dimension, day, its.key, 0, sum(amount), sum(pieces)
    from line cross join lateral (
      values ('category', category), ('manufacturer', manufacturer), ('priceList', price_list)
    ) its (dimension, key)
    group by its.dimension, day, its.key
    union all
    select its.dimension, day, '*', 0, amount, 0
    from other cross join (values ('category'), ('manufacturer'), ('priceList')) its (dimension)
    where amount <> 0`,
)

const addMonths = prepareStatement(
  (_db, { months }: { months: readonly string[] }) => sql`
    insert into sales_breakdown (dimension, period, key, orders, sales, pieces)
    select dimension, months.month, key, sum(orders), sum(sales), sum(pieces)
    from unnest(${months}::text[]) as months (month)
    cross join (values ('rep'), ('category'), ('manufacturer'), ('priceList')) its (dimension)
    join sales_breakdown using (dimension)
    where period > months.month and period <= months.month || '-31'
    group by dimension, months.month, key`,
)
