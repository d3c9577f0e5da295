import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { putLines } from './change-lines.ts'
import { maxGuides, type orderGuides } from './contract.ts'
import { guidesOwner } from './find-guide.ts'
import { putSchedule } from './save-schedule.ts'

/** `left` is the number of lines whose product is not sold; the guide does not have them. */
export const makeGuide = (
  db: Db,
  timeZone: string,
  call: CallOf<typeof orderGuides.make>,
): Promise<{ id: string; left: number }> =>
  act(db, call, async (acting) => {
    const { tx, actor } = acting
    const businessId = guidesOwner(actor)
    const { name, lines, schedule } = call.body
    await lockBusinesses(tx, { id: businessId, number: null })
    await refuseTooMany(tx, businessId)
    const id = newId()
    const made = await tx
      .insertInto('order_guide')
      .values({ id, business_id: businessId, name })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw sameName()
    const left = await putLines(tx, { id, businessId, lines })
    if (schedule) await putSchedule(acting, timeZone, { id, schedule: { ...schedule, isPaused: false }, before: null })
    return { id, left }
  })

const sameName = () => new Refusal(409, 'An order guide with this name already exists.', { field: 'name' })

const refuseTooMany = async (tx: Tx, businessId: string): Promise<void> => {
  const { count } = await tx
    .selectFrom('order_guide')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxGuides) throw new Refusal(409, `A business can have at most ${maxGuides} order guides.`)
}

export const renameGuide = (db: Db, call: CallOf<typeof orderGuides.rename>): Promise<void> =>
  act(db, call, async ({ tx, actor }) => {
    const businessId = guidesOwner(actor)
    const { id, name } = { ...call.params, ...call.body }
    // The lock serializes renames, so that no two guides get the same name.
    await lockBusinesses(tx, { id: businessId, number: null })
    const taken = await tx
      .selectFrom('order_guide')
      .select('id')
      .where('business_id', '=', businessId)
      .where('id', '<>', id)
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .executeTakeFirst()
    if (taken) throw sameName()
    const renamed = await tx
      .updateTable('order_guide')
      .set({ name, changed_at: new Date() })
      .where('id', '=', id)
      .where('business_id', '=', businessId)
      .executeTakeFirst()
    if (renamed.numUpdatedRows === 0n) throw notFound('Order guide')
  })

export const removeGuide = async (db: Db, { params, user }: CallOf<typeof orderGuides.remove>): Promise<void> => {
  const removed = await db
    .deleteFrom('order_guide')
    .where('id', '=', params.id)
    .where('business_id', '=', guidesOwner(user))
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound('Order guide')
}
