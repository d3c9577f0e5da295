import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { hasCustomers } from '#customers/business/has-customers.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { monthPlus } from '#shared/business-day.ts'

/** A product that a business bought more than once in its latest orders, with its frequency and dates. */
export interface Bought {
  productId: string
  orders: number
  /** Milliseconds since the epoch. */
  firstAt: number
  lastAt: number
  lastQuantity: number
}

/** A product that others order and the customer has not bought lately. */
interface Related {
  productId: string
  /** Name of the product that led to it, or the type of license. */
  because: string
  isByLicense: boolean
}

export interface Habits {
  bought: Bought[]
  related: Related[]
}

const latestOrders = 24
/** Two more than are shown, because some are no longer sold. */
const maxRepeats = 10
const fewestForDue = 3
const maxDueStored = 6
const maxRelated = 8
/** More than are shown, because some are out of stock or no longer sold. */
const maxRelatedStored = 20
/** How many of the most frequent products lead to related ones. */
const maxLeading = 15
const madeAtOnce = 200

/** Sales figures of a business for these periods, compacted and pending. */
export const figuresIn = (periods: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> => {
  const sums = (table: string) => sql`
    select period, orders, sales, pieces from ${sql.table(table)}
    where scope = 'customer' and key = ${id}::text and period = any(${periods})`
  return sql`${sums('sales_rollup')} union all ${sums('sales_pending')}`
}

/**
 * Stored habits carry a stamp of the business's total figures and its type of license. Orders, changes and deletions
 * change the stamp. A change that leaves all totals equal is picked up when all habits are recomputed.
 */
export const stampOfFigures = sql`concat_ws(' ', sum(orders) filter (where period = 'always'),
  sum(sales) filter (where period = 'always'), sum(pieces) filter (where period = 'always'))`

/** Due within about a day; habits are stored for less than that, and the reader checks again. */
const isNearlyDue = sql`(
  orders >= ${sql.lit(fewestForDue)} and extract(epoch from now() - last_at) / 86400 between
    extract(epoch from last_at - first_at) / 86400 / (orders - 1) - 2
    and 6 * extract(epoch from last_at - first_at) / 86400 / (orders - 1) + 6)`

/**
 * Computes the repeatedly bought products in the latest orders of these businesses, most frequent first, and related
 * products: from businesses with the same regulars or, if those are few, from many with the same type of license.
 */
const make = (whose: RawBuilder<unknown>) => sql`
  insert into customer_habit (business_id, stamp, habits, product_ids)
  select buyer.id,
    concat_ws(' ', (select ${stampOfFigures} from (${figuresIn(sql`'{always}'`, sql`buyer.id`)}) figure), license_type),
    found.habits, found.product_ids
  from (
    select business.id, license.type as license_type
    from business join license on business_id = business.id and place = 1 where ${whose}
  ) buyer
  cross join lateral (
    with latest as materialized (
      select id, created_at from sales_order
      where business_id = buyer.id and deleted_at is null and not is_cancelled
      order by created_at desc limit ${sql.lit(latestOrders)}
    ), bought as materialized (
      select product_id, (array_agg(name order by created_at desc))[1] as name,
        count(distinct latest.id)::int as orders, min(created_at) as first_at, max(created_at) as last_at,
        (array_agg(quantity - cancelled_quantity order by created_at desc))[1] as quantity
      from latest join order_line line on line.order_id = latest.id
      where product_id is not null and line.quantity > line.cancelled_quantity group by product_id
    ), again as materialized (
      select * from (
        select *, count(*) filter (where is_due) over (order by place) as due_place from (
          select *, row_number() over (order by orders desc, last_at desc, product_id) as place, ${isNearlyDue} as is_due
          from bought where orders > 1
        ) placed
      ) counted where place <= ${sql.lit(maxRepeats)} or is_due and due_place <= ${sql.lit(maxDueStored)}
    ), by_regulars as (
      select other_id as product_id, (array_agg(name order by businesses desc, regular.product_id))[1] as because,
        sum(businesses) as businesses, false as by_license
      from (
        select * from bought where orders > 1 order by orders desc, product_id limit ${sql.lit(maxLeading)}
      ) regular
      cross join lateral (
        select other_id, businesses from product_affinity where product_affinity.product_id = regular.product_id offset 0
      ) related
      where other_id not in (select product_id from bought)
      group by other_id order by businesses desc, other_id limit ${sql.lit(maxRelatedStored)}
    ), by_license as (
      select product_id, license_type as because, businesses, true as by_license from license_assortment
      where license_type = buyer.license_type and license_type <> ''
        and product_id not in (select product_id from bought)
      order by businesses desc, product_id limit ${sql.lit(maxRelatedStored)}
    ), related as materialized (
      select single.* from (
        select distinct on (product_id) * from (table by_regulars union all table by_license) found
        order by product_id, by_license
      ) single join product on product.id = single.product_id
      where is_published and deleted_at is null and (is_non_stocked or count_in_stock > 0)
        and ${isVisibleTo(sql`buyer.id`)}
      order by by_license, businesses desc, single.product_id limit ${sql.lit(maxRelated)}
    )
    select json_build_object(
        'bought', (select coalesce(json_agg(json_build_object('productId', product_id, 'orders', orders,
          'firstAt', round(extract(epoch from first_at) * 1000), 'lastAt', round(extract(epoch from last_at) * 1000),
          'lastQuantity', quantity) order by place), '[]') from again),
        'related', (select coalesce(json_agg(json_build_object('productId', product_id, 'because', because,
          'isByLicense', by_license) order by by_license, businesses desc, product_id), '[]') from related)
      ) as habits,
      array(select product_id from again union select product_id from related) as product_ids
  ) found
  order by buyer.id
  on conflict (business_id) do update set stamp = excluded.stamp, habits = excluded.habits,
    product_ids = excluded.product_ids, made_at = excluded.made_at`

/** Recomputes a business's habits. The commit is asynchronous: lost habits are recomputed. */
export const computeHabits = async (db: Db, id: string): Promise<Habits> => {
  const [made] = await makeOne(db, { id })
  return made?.habits ?? { bought: [], related: [] }
}

const makeOne = prepareStatement(
  (_db, { id }: { id: string }) => sql<{ habits: Habits }>`
    with made as (${make(sql`business.id = ${id}::uuid`)} returning habits)
    select habits, set_config('synchronous_commit', 'off', true) from made`,
)

/** Recomputes the habits of every business that ordered within a year, and deletes those of all others. */
export const refreshHabits = async (db: Db): Promise<void> => {
  const { rows: clock } = await sql<{ now: string }>`select now()::text as now`.execute(db)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string }>`
      select id from business
      where id > ${after}::uuid and ${hasCustomers} and exists (
        select from sales_order
        where business_id = business.id and deleted_at is null and not is_cancelled
          and created_at > now() - interval '1 year'
      )
      order by id limit ${sql.lit(madeAtOnce)}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) break
    await make(sql`business.id = any(${rows.map(({ id }) => id)}::uuid[])`).execute(db)
    after = last.id
  }
  await sql`delete from customer_habit where made_at < ${clock[0]?.now}::timestamptz`.execute(db)
}

/** The latest months up to today's, such as 2026-11. */
export const latestMonths = (count: number, today: string): string[] =>
  Array.from({ length: count }, (_, at) => monthPlus(today, at - count + 1).slice(0, 7))

/** A PostgreSQL array literal, which the driver passes through without conversion. */
export const arrayOf = (periods: readonly string[]): string => `{${periods.join(',')}}`
