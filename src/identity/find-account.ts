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
    .executeTakeFirstOrThrow(() => notFound('User'))
  return account
}

export const accountByEmail = (db: Db | Tx, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('email', '=', email).where('deleted_at', 'is', null).executeTakeFirst()

const maxAdmins = 50

/** Active admins who can act, and sign in by password or company account: the recipients of emails for the back office. */
export const activeAdmins = (tx: Db | Tx) =>
  tx
    .selectFrom('user_account')
    .select(['email', 'name'])
    .where('is_admin', '=', true)
    .where('is_read_only', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('password_hash', 'is not', null),
        exists(selectFrom('company_identity').whereRef('company_identity.user_id', '=', 'user_account.id')),
      ]),
    )
    .orderBy('id')
    .limit(maxAdmins)
    .execute()
