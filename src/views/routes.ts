import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { App } from '#platform/feature.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { views, type SavedView } from './contract.ts'

export const viewRoutes = ({ serve, db }: App): void => {
  serve(views.list, ({ params, user }) => savedViews(db, user._id, params.table))

  serve(views.keep, (call) => saveView(db, call))

  serve(views.remove, async ({ params, user }) => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_view')
      .where('id', '=', params.id)
      .where('user_id', '=', user._id)
      .where('table_name', '=', params.table)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('View')
    return { message: 'View deleted' }
  })
}

const savedViews = (db: Db, userId: string, table: string): Promise<SavedView[]> =>
  db
    .selectFrom('saved_view')
    .select(['id as _id', 'name', 'state'])
    .where('user_id', '=', userId)
    .where('table_name', '=', table)
    .orderBy('name')
    .execute()

const maxViews = 50

/** Saves a view; replaces one with the same name. */
const saveView = (
  db: Db,
  { params: { table }, body: { name, state }, user: { _id: userId } }: CallOf<typeof views.keep>,
): Promise<SavedView> =>
  transaction(db, async (tx) => {
    const kept = await tx
      .insertInto('saved_view')
      .values({ id: newId(), user_id: userId, table_name: table, name, state: JSON.stringify(state) })
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
