import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessDay } from '#shared/business-day.ts'
import type { delivery } from './contract.ts'
import { pastDayMessage } from './delivery-shapes.ts'

const action = 'delivery changed'

export const setMethod = (
  db: Db,
  { params: { method }, body: { cutOff, transitDays }, ...acting }: CallOf<typeof delivery.setMethod>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const before = await tx
      .selectFrom('delivery_method')
      .select(['cut_off', 'transit_days'])
      .where('method', '=', method)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('Shipping method')
    const after = { cut_off: cutOff, transit_days: transitDays }
    await tx.updateTable('delivery_method').set(after).where('method', '=', method).execute()
    await record(action, ['delivery', method], { before, after })
  })

export const setHoliday = (
  db: Db,
  { params: { rule }, body: { isKept }, ...acting }: CallOf<typeof delivery.keepHoliday>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    if (isKept)
      await tx
        .insertInto('kept_holiday')
        .values({ rule })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else await tx.deleteFrom('kept_holiday').where('rule', '=', rule).execute()
    await record(action, ['delivery', rule], { after: { isKept } })
  })

export const setDay = async (
  db: Db,
  timeZone: string,
  { params: { day }, body, ...acting }: CallOf<typeof delivery.setDay>,
): Promise<void> => {
  // Past days are not listed and don't affect any promise.
  if (day < businessDay(timeZone)) throw new Refusal(400, pastDayMessage)
  await act(db, acting, async ({ tx, record }) => {
    const before = await deleteDay(tx, day)
    await tx.insertInto('delivery_day').values({ day, is_open: body.isOpen, name: body.name }).execute()
    await record(action, ['delivery', day], { before, after: body })
  })
}

export const removeDay = (db: Db, { params: { day }, ...acting }: CallOf<typeof delivery.removeDay>): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const before = await deleteDay(tx, day)
    if (!before) throw notFound('Day')
    await record(action, ['delivery', day], { before })
  })

const deleteDay = (tx: Tx, day: string) =>
  tx
    .deleteFrom('delivery_day')
    .where('day', '=', day)
    .returning([sql<string>`day::text`.as('day'), 'is_open', 'name'])
    .executeTakeFirst()
