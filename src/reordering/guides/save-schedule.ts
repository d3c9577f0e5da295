import { shipToFor } from '#colleagues/ship-to/find-address.ts'
import { act, type Act, refuseStale } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { wakeJob } from '#platform/jobs/queue.ts'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import type { orderGuides } from './contract.ts'
import { standingOrderKind } from './notify-standing.ts'
import { guidesOwner, lockGuide } from './find-guide.ts'
import type { FirstSchedule } from './schedule-shapes.ts'

const mostDaysAhead = 366

/** Creates or changes a standing order. The email goes to the person who saved it last; staff save it for their customer. */
export const saveSchedule = (db: Db, timeZone: string, call: CallOf<typeof orderGuides.schedule>): Promise<void> =>
  act(db, call, async (acting) => {
    const { id } = call.params
    const { __v: opened, ...schedule } = call.body
    await lockGuide(acting.tx, { id, businessId: guidesOwner(acting.actor) })
    const before = (await lockSchedule(acting.tx, id)) ?? null
    refuseStale('The standing order', { opened, version: before?.version ?? 0 })
    await putSchedule(acting, timeZone, { id, schedule, before })
  })

interface Saving {
  /** The guide’s. */
  id: string
  schedule: FirstSchedule & { isPaused: boolean }
  before: Row<'guide_schedule'> | null
}

/** The caller must have created or locked the guide. */
export const putSchedule = async (
  { tx, actor, record }: Act<Caller>,
  timeZone: string,
  { id, schedule, before }: Saving,
): Promise<void> => {
  const { everyWeeks, nextDay, isPaused } = schedule
  const today = businessDay(timeZone)
  if (!isPaused && (nextDay <= today || nextDay > dayAfter(today, mostDaysAhead)))
    throw new Refusal(400, 'The next order must be on one of the next 366 days, after today.', { field: 'nextDay' })
  const wanted = { businessId: guidesOwner(actor), shipToId: schedule.shipToId ?? undefined }
  // A standing order can be paused even if its address is no longer available.
  const shipToId = isPaused && before ? before.ship_to_id : ((await shipToFor(tx, wanted))?.id ?? null)
  const userId = actor.orderingFor?._id ?? actor._id
  const facts = {
    user_id: userId,
    every_weeks: everyWeeks,
    next_day: nextDay,
    ship_to_id: shipToId,
    is_paused: isPaused,
  }
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
    before: before && {
      everyWeeks: before.every_weeks,
      nextDay: before.next_day,
      shipTo: before.ship_to_id,
      isPaused: before.is_paused,
    },
    after: { everyWeeks, nextDay, shipTo: shipToId, isPaused },
  })
}

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
