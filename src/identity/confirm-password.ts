import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CountAttempt } from '#platform/http/limits.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { verifyPassword } from './hash-password.ts'

/** Whether this is the caller's password; limited to ten tries in five minutes. */
export const isOwnPassword = async (
  db: Db,
  { _id }: Pick<Caller, '_id'>,
  password: string,
  countAttempt: CountAttempt,
): Promise<boolean> => {
  await countAttempt(db, { what: 'current-password', whom: [_id], most: 10, seconds: 300 })
  const account = await db.selectFrom('user_account').select('password_hash').where('id', '=', _id).executeTakeFirst()
  return verifyPassword(password, account?.password_hash ?? null)
}

/** Allows this session, for the next 15 minutes, the actions that require the password. */
export const confirmPassword = async (
  db: Db,
  caller: Caller,
  password: string,
  countAttempt: CountAttempt,
): Promise<void> => {
  if (!(await isOwnPassword(db, caller, password, countAttempt)))
    throw new Refusal(400, 'The password is incorrect.', { field: 'password' })
  await noteConfirmed(db, caller)
}

/** Records that the session's user has just proven their identity. */
export const noteConfirmed = async (db: Db, { tokenHash }: Pick<Caller, 'tokenHash'>): Promise<void> => {
  await db
    .updateTable('session')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}
