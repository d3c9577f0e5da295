import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { stateName } from '#shared/us-states.ts'
import type { schedules } from './contract.ts'
import { countBegunSchedules } from './count-begun.ts'

/** 50 States with some ten substances each. */
const mostShown = 1_000

export const listStateSchedules = async (db: Db): Promise<z.input<(typeof schedules.list)['reply']>> => {
  const { rows } = await sql<z.input<(typeof schedules.list)['reply']>[number]>`
    select rule.id as "_id", rule.state, rule.substance, rule.schedule, rule.source, rule.effective_on as "effectiveOn",
      rule.added_at as "addedAt", trim(adder.name || ' ' || adder.last_name) as "addedBy", (
        select count(*)::int from product where product.deleted_at is null and is_published
          and lower(rule.substance) in (lower(product.generic_name), lower(product.drug_family))) as products
    from state_schedule rule join user_account adder on adder.id = rule.added_by
    where rule.removed_at is null order by rule.state, lower(rule.substance) limit ${mostShown}`.execute(db)
  return rows
}

/** In force from its day in the business's time zone, immediately if that has come. */
export const addStateSchedule = (db: Db, day: string, call: CallOf<typeof schedules.add>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { state, substance, schedule, source, effectiveOn } = call.body
    const facts = { state, substance, schedule, source, effective_on: effectiveOn }
    const id = newId()
    const added = await tx
      .insertInto('state_schedule')
      .values({ id, ...facts, state_name: stateName(state).toUpperCase(), added_by: actor._id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, `${state} already has a schedule for ${substance}. Remove it first.`)
    await countBegunSchedules(tx, day)
    await record('state schedule added', ['state schedule', id], { after: facts })
    return id
  })

export const removeStateSchedule = (db: Db, call: CallOf<typeof schedules.remove>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const { state, substance, schedule, source } = await tx
      .updateTable('state_schedule')
      .set({ removed_at: new Date() })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('Schedule'))
    await record('state schedule removed', ['state schedule', id], { before: { state, substance, schedule, source } })
  })
