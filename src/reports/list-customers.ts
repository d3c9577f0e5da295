import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { businessDay } from '#shared/business-day.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { overdueByCurrency } from '#billing/invoices/total-invoices.ts'
import { type CustomerMatter, customerMatters, type MyCustomer } from './contract.ts'

const shown = 50
const lateDays = 5
/** Shorter intervals are not a reliable habit. */
const shortestQuiet = 14

/** Licenses that end within this many days need attention. */
const licenseDays = 30

type Row = z.input<typeof MyCustomer>
type Counts = Record<CustomerMatter, number>
type Overdue = NonNullable<Row['overdue']>

interface Params {
  staffId: string
  show: CustomerMatter
  timeZone: string
}

/**
 * The businesses this staff member ordered for within a year, with all orders of each business. Those that owe the most
 * come first, then those with late orders, an expiring license or a long silence.
 */
export const listCustomers = async (
  db: Db,
  { staffId, show, timeZone }: Params,
): Promise<{ counts: Counts; overdue: Overdue[]; customers: Row[] }> => {
  const [found] = await customersOf(db, { staffId, show, today: businessDay(timeZone) })
  const customers = found?.customers.map((row) => ({ ...row, lastOrderAt: new Date(row.lastOrderAt) })) ?? []
  return { counts: found?.counts ?? none, overdue: found?.overdue ?? [], customers }
}

const none: Counts = { all: 0, quiet: 0, license: 0, held: 0, overdue: 0 }

/** The condition of each matter. */
const matters: Record<CustomerMatter, RawBuilder<boolean>> = {
  all: sql`true`,
  quiet: sql`"quietDays" is not null`,
  license: sql`coalesce("licenseDaysLeft" <= ${sql.lit(licenseDays)}, false)`,
  held: sql`"heldOrders" > 0`,
  overdue: sql`owed is not null`,
}

const customersOf = prepareStatement((_db, { staffId, show, today }: Omit<Params, 'timeZone'> & { today: string }) => {
  const counts = customerMatters.map((matter) => sql`${sql.lit(matter)}, count(*) filter (where ${matters[matter]})`)
  const isShown = customerMatters.map((matter) => sql`when ${sql.lit(matter)} then ${matters[matter]}`)
  return sql<{ counts: Counts; overdue: Overdue[]; customers: (Row & { lastOrderAt: string })[] }>`
    with worked_for as materialized (
      select business_id, (array_agg(user_id order by created_at desc))[1] as user_id
      from sales_order
      where placed_by = ${staffId}::uuid and placed_by is not null and placed_by is distinct from user_id
        and deleted_at is null and not is_cancelled and created_at > now() - interval '1 year'
        and business_id is not null
      group by business_id
    ), customer as (
      select business_id, user_id, bought.*, open, held from worked_for cross join lateral (
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
        select count(*)::int as open, (count(*) filter (where erp_state = 'held'))::int as held from sales_order
        where sales_order.business_id = worked_for.business_id and deleted_at is null and not is_cancelled
          and erp_status is distinct from '3'
      ) still_open
    ), known as materialized (
      select person.id as "_id", person.name, person.last_name as "lastName", person.email,
        business.name as "companyName", business.account_number as "accountID", last_at as "lastOrderAt",
        open as "openOrders", held as "heldOrders", late as "lateOrders",
        case when quiet > greatest(${sql.lit(shortestQuiet)}, 2 * pause) then quiet end as "quietDays",
        license.expires_on::text as "licenseEnds", license.expires_on - ${today}::date as "licenseDaysLeft",
        (select jsonb_agg(owed) from (${overdueByCurrency(sql`nullif(business.account_number::text, '')`)}) owed) as owed
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
    select (select json_build_object(${sql.join(counts)}) from known) as counts,
      (select coalesce(json_agg(total order by amount desc), '[]') from (
        select currency, sum(amount) as amount
        from known cross join jsonb_to_recordset(owed) as part (currency text, amount numeric) group by currency
      ) total) as overdue,
      (select coalesce(json_agg(to_jsonb(listed) - 'owed'), '[]') from (
        select *, owed -> 0 as overdue from known where case ${show} ${sql.join(isShown, sql` `)} end
        order by (owed -> 0 ->> 'amount')::numeric desc nulls last, "lateOrders" > 0 desc, ${matters.license} desc, ${matters.quiet} desc, "lastOrderAt" desc, "_id"
        limit ${sql.lit(shown)}
      ) listed) as customers`
})
