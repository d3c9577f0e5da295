import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { stateScheduleWords } from '#catalog/line-words.ts'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import { stateShippedTo } from '#colleagues/ship-to/find-address.ts'
import type { Expression } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { stateRefusal } from '../check-supply.ts'
import type { ProductSchedule } from './contract.ts'

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

/** For an order to the address, before checkout; nothing if the State is not known. */
export const stateSchedulesOf = async (
  db: Db,
  { user, seesRestricted, day }: Pick<Viewer, 'user' | 'seesRestricted' | 'day'>,
  { ids, shipToId }: { ids: readonly string[]; shipToId?: string | undefined },
): Promise<ProductSchedule[]> => {
  const businessId = user?.businessId ?? null
  const state = await stateShippedTo(db, { businessId, shipToId })
  if (state === '') return []
  const rows = await db
    .selectFrom('product')
    .select(['id', stateScheduleOf(sql`${state}::text`, sql`${day}::date`).as('schedule')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .where(isVisibleTo(sql`${businessId}::uuid`, sql`${seesRestricted}::boolean`))
    .execute()
  return rows.flatMap(({ id, schedule }) => {
    if (schedule === null) return []
    const refusal = stateRefusal(schedule)
    return [{ _id: id, stateSchedule: stateScheduleWords(schedule), ...(refusal && { refusal }) }]
  })
}
