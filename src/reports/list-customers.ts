import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { businessDay } from '#shared/business-day.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { MyCustomer } from './contract.ts'

const shown = 50
const lateDays = 5
/** Shorter intervals are not a reliable habit. */
const shortestQuiet = 14

type Row = z.input<typeof MyCustomer>

/**
 * The businesses this staff member ordered for within a year, with all orders of each business. Those with late orders,
 * an expiring license or a long silence come first.
 */
export const listCustomers = async (
  db: Db,
  staffId: string,
  timeZone: string,
): Promise<{ count: number; customers: Row[] }> => {
  const rows = await customersOf(db, { staffId, today: businessDay(timeZone) })
  return { count: rows[0]?.count ?? 0, customers: rows }
}

const customersOf = prepareStatement(
  (_db, { staffId, today }: { staffId: string; today: string }) =>
    sql<Row & { count: number }>`
    with worked_for as materialized (
      select business_id, (array_agg(user_id order by created_at desc))[1] as user_id
      from sales_order
      where placed_by = ${staffId}::uuid and placed_by is not null and placed_by is distinct from user_id
        and deleted_at is null and not is_cancelled and created_at > now() - interval '1 year'
        and business_id is not null
      group by business_id
    ), customer as (
      select business_id, user_id, bought.*, open from worked_for cross join lateral (
        select max(created_at) as last_at, count(*) filter (where is_late)::int as late, ${today}::date - max(day) as quiet,
          extract(epoch from max(created_at) - min(created_at)) / 86400 / nullif(count(*) - 1, 0) as pause
        from (
          select created_at, (created_at at time zone business_zone())::date as day,
            erp_status is distinct from '3' and not is_delivered and tracking_code = ''
              and created_at < now() - make_interval(days => ${sql.lit(lateDays)}) as is_late
          from sales_order
          where sales_order.business_id = worked_for.business_id and deleted_at is null and not is_cancelled
            and created_at > now() - interval '1 year'
        ) placed
      ) bought cross join lateral (
        -- However old, like the list of open orders.
        select count(*)::int as open from sales_order
        where sales_order.business_id = worked_for.business_id and deleted_at is null and not is_cancelled
          and erp_status is distinct from '3'
      ) still_open
    ), known as (
      select person.id as "_id", person.name, person.last_name as "lastName", person.email,
        business.name as "companyName", business.account_number as "accountID", last_at as "lastOrderAt",
        open as "openOrders", late as "lateOrders",
        case when quiet > greatest(${sql.lit(shortestQuiet)}, 2 * pause) then quiet end as "quietDays",
        license.expires_on::text as "licenseEnds", license.expires_on - ${today}::date as "licenseDaysLeft"
      from customer
      -- The user ordered for last, or another user of the business who may order.
      cross join lateral (
        select id, name, last_name, email from user_account
        where user_account.business_id = customer.business_id and deleted_at is null and is_active
          and not is_admin and not is_sales_rep and buying_role <> 'viewer'
        order by id = customer.user_id desc, id limit 1
      ) person
      join business on business.id = customer.business_id and business.deleted_at is null
      left join license on license.business_id = business.id and license.place = 1
    )
    select *, count(*) over ()::int as count from known
    order by "lateOrders" > 0 desc, coalesce("licenseDaysLeft" <= 30, false) desc, "quietDays" is not null desc,
      "lastOrderAt" desc, "_id"
    limit ${sql.lit(shown)}`,
)
