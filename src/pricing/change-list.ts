import { sql } from 'kysely'
import { changeAudience } from '#customers/audience/change-audience.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { act } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { priceLists } from './contract.ts'
import { maxLists, type NewPriceList } from './list-shapes.ts'

export const makeList = (db: Db, call: CallOf<typeof priceLists.make>): Promise<string> =>
  act(db, call, async ({ tx, record }) => {
    const { count } = await tx
      .selectFrom('price_list')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxLists) throw new Refusal(409, 'There can be at most 1,000 price lists. Delete one first.')
    const id = newId()
    const after = columnsOf(call.body)
    await tx.insertInto('audience').values({ id, kind: 'price list', subject: id, rule: 'only' }).execute()
    await tx
      .insertInto('price_list')
      .values({ id, ...after })
      .execute()
    await record('price list created', ['price list', id], { after })
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

/** Replaces the details and the audience of a price list. */
export const changeList = (
  db: Db,
  { params: { id }, body: { userIds, groupIds, __v, ...facts }, ...acting }: CallOf<typeof priceLists.change>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const before = await lockList(tx, id)
    const audience = { kind: 'price list', subject: before.id, rule: 'only', userIds, groupIds, __v } as const
    const changed = await changeAudience(tx, 'This price list', audience)
    const after = columnsOf(facts)
    await tx
      .updateTable('price_list')
      .set({ ...after, changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await record('price list changed', ['price list', id], {
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

export const removeList = (db: Db, { params: { id }, ...acting }: CallOf<typeof priceLists.remove>): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const { name, contract_number } = await lockList(tx, id)
    await tx.deleteFrom('audience').where('id', '=', id).execute()
    await record('price list removed', ['price list', id], { before: { name, contract_number } })
    await noteCatalogChange(tx, [])
  })
