import type { Db } from '#platform/db/tables.ts'
import type { SavedView } from './contract.ts'

interface Whose {
  userId: string
  table: string
}

export const savedViews = (db: Db, { userId, table }: Whose): Promise<SavedView[]> =>
  db
    .selectFrom('saved_view')
    .select(['id as _id', 'name', 'state'])
    .where('user_id', '=', userId)
    .where('table_name', '=', table)
    .orderBy('name')
    .execute()
