import { act, refuseStale } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { wakeJob } from '#platform/jobs/queue.ts'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import type { orderGuides } from './contract.ts'
import { standingOrderKind } from './notify-standing.ts'
import { guidesOwner, lockGuide } from './find-guide.ts'

const mostDaysAhead = 366

/** Creates or changes a standing order. The email goes to the person who saved it last; staff save it for their customer. */
export const saveSchedule = (db: Db, timeZone: string, call: CallOf<typeof orderGuides.schedule>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { everyWeeks, nextDay, isPaused, __v: opened } = call.body
    await lockGuide(tx, { id, businessId: guidesOwner(actor) })
    const before = await lockSchedule(tx, id)
    refuseStale('The standing order', { opened, version: before?.version ?? 0 })
    const today = businessDay(timeZone)
    if (!isPaused && (nextDay <= today || nextDay > dayAfter(today, mostDaysAhead)))
      throw new Refusal(400, 'The next order must be on one of the next 366 days, after today.', { field: 'nextDay' })
    const userId = actor.orderingFor?._id ?? actor._id
    const facts = { user_id: userId, every_weeks: everyWeeks, next_day: nextDay, is_paused: isPaused }
    await tx
      .insertInto('guide_schedule')
      .values({ guide_id: id, ...facts })
      .onConflict((conflict) =>
        conflict.column('guide_id').doUpdateSet({ ...facts, version: (before?.version ?? 0) + 1 }),
      )
      .execute()
    // The day may stand for days without deliveries that are due already.
    await wakeJob(tx, { kind: standingOrderKind, key: 'only' })
    await record('standing order saved', ['order guide', id], {
      ...(userId !== actor._id && { onBehalfOf: userId }),
      before: before && { everyWeeks: before.every_weeks, nextDay: before.next_day, isPaused: before.is_paused },
      after: { everyWeeks, nextDay, isPaused },
    })
  })

/** Names the day, so that a repeat does not skip the one after it. */
export const skipOrder = (db: Db, call: CallOf<typeof orderGuides.skip>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id, day } = { ...call.params, ...call.body }
    await lockGuide(tx, { id, businessId: guidesOwner(actor) })
    const schedule = await lockSchedule(tx, id)
    if (!schedule) throw notFound('Standing order')
    if (schedule.next_day !== day)
      throw new Refusal(409, 'This order was skipped or asked for already.', { __v: schedule.version })
    await tx
      .updateTable('guide_schedule')
      .set({ next_day: dayAfter(day, 7 * schedule.every_weeks), version: schedule.version + 1 })
      .where('guide_id', '=', id)
      .execute()
    await record('standing order skipped', ['order guide', id], { before: { nextDay: day } })
  })

export const removeSchedule = (db: Db, call: CallOf<typeof orderGuides.removeSchedule>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    await lockGuide(tx, { id, businessId: guidesOwner(actor) })
    const { numDeletedRows } = await tx.deleteFrom('guide_schedule').where('guide_id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Standing order')
    await record('standing order deleted', ['order guide', id])
  })

const lockSchedule = (tx: Tx, guideId: string) =>
  tx.selectFrom('guide_schedule').selectAll().where('guide_id', '=', guideId).forUpdate().executeTakeFirst()
