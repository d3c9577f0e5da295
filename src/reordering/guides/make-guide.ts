import { sql } from 'kysely'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { putLines } from './change-lines.ts'
import { type GuideItem, maxGuides } from './contract.ts'
import type { OneGuide } from './find-guide.ts'

interface NewGuide {
  businessId: string
  name: string
  lines: GuideItem[]
  request: RequestFacts
}

export const makeGuide = (db: Db, { businessId, name, lines, request }: NewGuide): Promise<{ id: string }> =>
  actOnce(db, request, async (tx) => {
    await lockBusinesses(tx, { id: businessId, number: null })
    await refuseTooMany(tx, businessId)
    const id = newId()
    const made = await tx
      .insertInto('order_guide')
      .values({ id, business_id: businessId, name })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw sameName()
    await putLines(tx, { id, businessId, lines })
    return { id }
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

export const renameGuide = (db: Db, { id, businessId, name }: OneGuide & { name: string }): Promise<void> =>
  transaction(db, async (tx) => {
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

export const removeGuide = async (db: Db, { id, businessId }: OneGuide): Promise<void> => {
  const removed = await db
    .deleteFrom('order_guide')
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound('Order guide')
}
