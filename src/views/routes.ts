import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { views, type SavedView } from './contract.ts'
import { saveView } from './save-view.ts'
import type { Db } from '#platform/db/tables.ts'

export const viewRoutes = ({ serve, db }: App): void => {
  serve(views.list, ({ params, user }) => savedViews(db, user._id, params.table))

  serve(views.keep, ({ params, body, user }) => saveView(db, { userId: user._id, table: params.table, ...body }))

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
