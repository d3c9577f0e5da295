import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { pastDayMessage } from './delivery-shapes.ts'

interface Act {
  actorId: string
  request: RequestFacts
}

interface Known {
  cutOff: string | null
  transitDays: number | null
}

export const setMethod = (
  db: Db,
  act: Act,
  { method, cutOff, transitDays }: Known & { method: string },
): Promise<void> =>
  actOnce(db, act.request, async (tx) => {
    const before = await tx
      .selectFrom('delivery_method')
      .select(['cut_off', 'transit_days'])
      .where('method', '=', method)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('Shipping method')
    const after = { cut_off: cutOff, transit_days: transitDays }
    await tx.updateTable('delivery_method').set(after).where('method', '=', method).execute()
    await write(tx, act, { entityId: method, before, after })
  })

export const setHoliday = (db: Db, act: Act, { rule, isKept }: { rule: string; isKept: boolean }): Promise<void> =>
  actOnce(db, act.request, async (tx) => {
    if (isKept)
      await tx
        .insertInto('kept_holiday')
        .values({ rule })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else await tx.deleteFrom('kept_holiday').where('rule', '=', rule).execute()
    await write(tx, act, { entityId: rule, after: { isKept } })
  })

/** Null removes the exception. */
export const setDay = (
  db: Db,
  act: Act,
  { day, today, facts }: { day: string; today: string; facts: { isOpen: boolean; name: string } | null },
): Promise<void> => {
  // Past days are not listed and don't affect any promise.
  if (facts && day < today) throw new Refusal(400, pastDayMessage)
  return actOnce(db, act.request, async (tx) => {
    const gone = await tx
      .deleteFrom('delivery_day')
      .where('day', '=', day)
      .returning([sql<string>`day::text`.as('day'), 'is_open', 'name'])
      .executeTakeFirst()
    if (!facts && !gone) throw notFound('Day')
    if (facts) await tx.insertInto('delivery_day').values({ day, is_open: facts.isOpen, name: facts.name }).execute()
    await write(tx, act, { entityId: day, before: gone, after: facts ?? undefined })
  })
}

const write = (tx: Tx, { actorId, request }: Act, what: { entityId: string; before?: unknown; after?: unknown }) =>
  recordAudit(tx, { actorId, action: 'delivery changed', entity: 'delivery', ...what, request })
