import type { Db, Tx } from '#platform/db/tables.ts'

/** Ends all access by former credentials: sessions (except `keep`), sign-ins, codes, keys and known devices. */
export const endSessions = async (tx: Db | Tx, userId: string, keep: Buffer | null = null): Promise<void> => {
  let sessions = tx.deleteFrom('session').where('user_id', '=', userId)
  if (keep) sessions = sessions.where('token_hash', '!=', keep)
  await sessions.execute()
  await tx.deleteFrom('sign_in_step').where('user_id', '=', userId).execute()
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute()
  await tx.deleteFrom('one_time_code').where('user_id', '=', userId).execute()
  await tx.deleteFrom('password_key').where('user_id', '=', userId).where('purpose', '=', 'reset').execute()
}
