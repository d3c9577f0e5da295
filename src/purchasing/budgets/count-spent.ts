import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Mode, Period } from './budget-shapes.ts'

interface Counting {
  businessId: string
  /** Ids of budgets; null for all budgets of the business. */
  ids: string[] | null
  /** Determines when a month starts. */
  timeZone: string
}

export interface Spent {
  id: string
  userId: string | null
  name: string | null
  lastName: string | null
  costCenterId: string | null
  code: string | null
  centerName: string | null
  period: Period
  amount: number
  mode: Mode
  /** Total of the orders in this period. */
  used: number
  /** First and last day of this period. */
  from: string
  until: string
  version: number
}

/** The current month and quarter: start, exclusive end, first day and last day. */
export const periodsIn = (timeZone: RawBuilder<unknown>, moment = sql`now()`): RawBuilder<unknown> => sql`period as (
  select name, first at time zone ${timeZone} as begins, next at time zone ${timeZone} as ends,
    to_char(first, 'YYYY-MM-DD') as "from", to_char(next - interval '1 day', 'YYYY-MM-DD') as until
  from (values ('month', interval '1 month'), ('quarter', interval '3 months')) as length (name, span)
  cross join lateral (select date_trunc(name, ${moment} at time zone ${timeZone}) as first) beginning
  cross join lateral (select first + span as next) ending
)`

/**
 * Budgets with their spend. The spend is computed from the orders, so canceling or deleting one frees its amount. A month
 * lies within its quarter, so one scan of the quarter's orders covers both.
 */
export const countSpent = prepareStatement(
  (_db, { businessId, ids, timeZone }: Counting) => sql<Spent>`
    with ${periodsIn(sql`${timeZone}::text`)}, spent as materialized (
      select user_id, cost_center_id, created_at >= month.begins and created_at < month.ends as is_of_month,
        sum(total_price) as total
      from period month
      join period quarter on month.name = 'month' and quarter.name = 'quarter'
      join sales_order on created_at >= quarter.begins and created_at < quarter.ends
      where sales_order.business_id = ${businessId}::uuid and deleted_at is null and not is_cancelled
      group by 1, 2, 3
    )
    select budget.id, budget.user_id as "userId", person.name, last_name as "lastName",
      budget.cost_center_id as "costCenterId", code, cost_center.name as "centerName", budget.period, amount, mode,
      coalesce(sum(total), 0)::numeric(14, 2) as used, "from", until, budget.version
    from budget
    join period on period.name = budget.period
    left join spent on (budget.period = 'quarter' or is_of_month)
      and (budget.user_id is null or spent.user_id = budget.user_id)
      and (budget.cost_center_id is null or spent.cost_center_id = budget.cost_center_id)
    left join user_account person on person.id = budget.user_id
    left join cost_center on cost_center.id = budget.cost_center_id
    where budget.business_id = ${businessId}::uuid and (${ids}::uuid[] is null or budget.id = any(${ids}::uuid[]))
    group by budget.id, person.id, cost_center.id, "from", until
    order by num_nonnulls(budget.user_id, budget.cost_center_id), budget.cost_center_id is null, lower(code),
      last_name, person.name, budget.period, mode desc, budget.id`,
)
