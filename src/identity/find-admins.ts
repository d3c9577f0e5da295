import type { Tx } from '#platform/db/tables.ts'

const maxAdmins = 50

/** Active admins with a password of their own: the recipients of emails about customers. */
export const activeAdmins = (tx: Tx) =>
  tx
    .selectFrom('user_account')
    .select(['email', 'name'])
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .limit(maxAdmins)
    .execute()
