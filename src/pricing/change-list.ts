import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { changeAudience } from '#customers/audience/change-audience.ts'
import type { GroupContext } from '#customers/audience/change-group.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { maxLists, type NewPriceList, type PriceListChange } from './list-shapes.ts'

export const makeList = (db: Db, { actor, request, ...facts }: GroupContext & NewPriceList): Promise<string> =>
  actOnce(db, request, async (tx) => {
    const { count } = await tx
      .selectFrom('price_list')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxLists) throw new Refusal(409, 'There can be at most 1,000 price lists. Delete one first.')
    const id = newId()
    await tx.insertInto('audience').values({ id, kind: 'price list', subject: id, rule: 'only' }).execute()
    await tx
      .insertInto('price_list')
      .values({ id, ...columnsOf(facts) })
      .execute()
    await recordAudit(tx, { ...entryOf(id, { actor, request }), action: 'price list made', after: columnsOf(facts) })
    return id
  })

const columnsOf = ({ name, contractNumber, currency, validFrom, validTo, priority }: NewPriceList) => ({
  name,
  contract_number: contractNumber,
  currency,
  valid_from: validFrom,
  valid_to: validTo,
  priority,
})

const entryOf = (id: string, { actor, request }: GroupContext) => ({
  actorId: actor._id,
  entity: 'price list',
  entityId: id,
  request,
})

/** Replaces the details and the audience of a price list. */
export const changeList = (
  db: Db,
  { id, actor, request, userIds, groupIds, __v, ...facts }: GroupContext & PriceListChange & { id: string },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const before = await lockList(tx, id)
    const audience = { kind: 'price list', subject: before.id, rule: 'only', userIds, groupIds, __v } as const
    const changed = await changeAudience(tx, 'This price list', audience)
    const after = columnsOf(facts)
    await tx
      .updateTable('price_list')
      .set({ ...after, changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      ...entryOf(id, { actor, request }),
      action: 'price list changed',
      before: { ...columnsBefore(before), holders: changed.before.holders },
      after: { ...after, holders: changed.after.holders },
    })
    await noteCatalogChange(tx, [])
  })

const columnsBefore = ({ name, contract_number, currency, valid_from, valid_to, priority }: Row<'price_list'>) => ({
  name,
  contract_number,
  currency,
  valid_from,
  valid_to,
  priority,
})

export const lockList = async (tx: Tx, id: string): Promise<Row<'price_list'>> => {
  const list = await tx.selectFrom('price_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!list) throw notFound('Price list')
  return list
}

export const removeList = (db: Db, { id, ...acting }: GroupContext & { id: string }): Promise<void> =>
  actOnce(db, acting.request, async (tx) => {
    const { name, contract_number } = await lockList(tx, id)
    await tx.deleteFrom('audience').where('id', '=', id).execute()
    await recordAudit(tx, { ...entryOf(id, acting), action: 'price list removed', before: { name, contract_number } })
    await noteCatalogChange(tx, [])
  })
