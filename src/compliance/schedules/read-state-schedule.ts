import { type RawBuilder, sql } from 'kysely'
import type { Expression } from '#platform/db/conditions.ts'

/**
 * The strictest schedule that the State has for the product on the day, as `CV KY`; null without one. Where the State has
 * none at all, which is asked once per statement, products cost nothing.
 */
export const stateScheduleOf = (state: Expression, day: Expression): RawBuilder<string | null> => sql<string | null>`(
  case when exists (select from state_schedule where state = ${state} and removed_at is null) then (
    select min(schedule collate "C") || ' ' || min(rule.state) from state_schedule rule
    where rule.state = ${state} and rule.removed_at is null and rule.effective_on <= ${day}
      and lower(rule.substance) in (lower(product.generic_name), lower(product.drug_family))
      and (product.dea_schedule = '' or rule.schedule collate "C" < product.dea_schedule collate "C")) end)`
