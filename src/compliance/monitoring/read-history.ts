import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { MonitoredOrder } from './evaluate-rules.ts'
import type { Rule } from './rule-shapes.ts'

/** What the owner of an order bought before, with the active version of the rules. */
export interface History extends Pick<MonitoredOrder, 'past' | 'spent' | 'customer' | 'peers' | 'openFamilies'> {
  ruleSet: { id: string; number: number; rules: Rule[]; holdsWholeOrder: boolean } | null
}

interface Owner {
  businessId: string
  families: readonly string[]
  /** Null for a new order; a recorded order is evaluated as of its placement. */
  orderId?: string | null
}

/**
 * Two orders of one owner are evaluated one after the other, so that both cannot stay below a limit that they exceed
 * together.
 */
export const lockOwner = async (tx: Tx, businessId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order monitoring ${businessId}`}, 0))`.execute(tx)
}

/** Reads 24 months in one statement: the last 90 days by line, earlier ones by month. */
export const readHistory = async (tx: Db | Tx, { businessId, families, orderId = null }: Owner): Promise<History> => {
  const { rows } = await sql<History>`
    with moment as (
      select coalesce((select created_at from sales_order where id = ${orderId}::uuid), now()) as at
    ), line as (
      select controlled_line.*, extract(epoch from moment.at - ordered_at)::float8 / 86400 as days
      from controlled_line cross join moment
      where business_id = ${businessId}::uuid and ordered_at > moment.at - interval '720 days' and ordered_at <= moment.at
        and order_id is distinct from ${orderId}::uuid
    ), past as (
      select order_id::text as "orderId", drug_family as family, coalesce(units, 0)::float8 as units,
        coalesce(canceled_units, 0)::float8 as "canceledUnits", strength, coalesce(ship_to_id::text, '') as "shipTo",
        amount::float8 as amount, days as "daysAgo", state
      from line where days < 90
      union all
      select '', drug_family, coalesce(sum(units), 0)::float8, 0, '', '', sum(amount)::float8,
        floor(days / 30) * 30 + 15, state
      from line where days >= 90 group by drug_family, floor(days / 30), state
    ), spending as (
      select created_at, total_price from sales_order cross join moment
      where business_id = ${businessId}::uuid and created_at > moment.at - interval '30 days' and created_at <= moment.at
        and deleted_at is null and not is_cancelled and erp_state <> 'held' and id is distinct from ${orderId}::uuid
    ), class as (
      select group_id from business_group_member where business_id = ${businessId}::uuid and kind = 'class'
    ), peer as (
      select drug_family as family, (sum(units) / 6 / count(distinct other.business_id))::float8 as month,
        count(distinct other.business_id)::int as customers
      from moment cross join controlled_line other
      join business_group_member member on member.business_id = other.business_id
      join class on class.group_id = member.group_id
      where drug_family = any(${[...families]}::text[]) and ordered_at > moment.at - interval '180 days' and ordered_at <= moment.at
        and state = 'shipped' and other.business_id <> ${businessId}::uuid
      group by drug_family
    )
    select
      (select json_build_object('id', id, 'number', number, 'rules', rules, 'holdsWholeOrder', holds_whole_order)
        from monitoring_rule_set where status = 'active') as "ruleSet",
      (select coalesce(json_agg(past), '[]') from past) as past,
      (select json_build_object(
        '1', coalesce(sum(total_price) filter (where created_at > moment.at - interval '1 day'), 0)::float8,
        '7', coalesce(sum(total_price) filter (where created_at > moment.at - interval '7 days'), 0)::float8,
        '30', coalesce(sum(total_price), 0)::float8) from spending) as spent,
      (select json_build_object('classId', (select group_id from class), 'months', extract(epoch from moment.at - least(created_at,
          (select min(created_at) from sales_order where business_id = business.id))) / 86400 / 30.4375,
        'hasOnboardingFile', exists (select from review_entry where business_id = business.id and kind = 'onboarding'))
        from business where id = ${businessId}::uuid) as customer,
      (select coalesce(json_agg(peer), '[]') from peer) as peers,
      (select coalesce(json_agg(distinct family), '[]') from order_review, unnest(families) family
        where business_id = ${businessId}::uuid and outcome is distinct from 'dispelled'
          and order_id is distinct from ${orderId}::uuid and opened_at <= moment.at) as "openFamilies"
    from moment`.execute(tx)
  const [history] = rows
  if (!history) throw new Error('The history of a customer could not be read.')
  return history
}
