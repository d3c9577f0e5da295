import { randomUUIDv7 } from 'node:crypto'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { SavedView, ViewState } from './contract.ts'

const maxViews = 50

interface NewView {
  userId: string
  table: string
  name: string
  state: ViewState
}

/** Saves a view; replaces one with the same name. */
export const saveView = (db: Db, { userId, table, name, state }: NewView): Promise<SavedView> =>
  transaction(db, async (tx) => {
    const kept = await tx
      .insertInto('saved_view')
      .values({ id: randomUUIDv7(), user_id: userId, table_name: table, name, state: JSON.stringify(state) })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'table_name', 'name']).doUpdateSet({ state: JSON.stringify(state) }),
      )
      .returning(['id as _id', 'name', 'state'])
      .executeTakeFirstOrThrow()
    const { count } = await tx
      .selectFrom('saved_view')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('table_name', '=', table)
      .executeTakeFirstOrThrow()
    if (Number(count) > maxViews) throw new Refusal(409, `At most ${maxViews} views can be saved for one table.`)
    return kept
  })
