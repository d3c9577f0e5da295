import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { views } from './contract.ts'
import { keepView } from './keep-view.ts'
import { savedViews } from './queries.ts'

export const viewRoutes = ({ serve, db }: App): void => {
  serve(views.list, ({ params, user }) => savedViews(db, { userId: user._id, table: params.table }))

  serve(views.keep, ({ params, body, user }) => keepView(db, { userId: user._id, table: params.table, ...body }))

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
