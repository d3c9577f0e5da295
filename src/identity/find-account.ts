import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { User } from './account-shapes.ts'
import { type AccountRow, asUser } from './map-user.ts'

export const userById = async (db: Db | Tx, id: string): Promise<User> => asUser(await accountById(db, id))

export const accountById = async (db: Db | Tx, id: string): Promise<AccountRow> => {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound('User')
  return account
}
