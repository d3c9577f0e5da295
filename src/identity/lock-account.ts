import { lockBusinesses } from './lock-businesses.ts'
import type { Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { AccountRow } from './map-user.ts'
import { accountById } from './find-account.ts'

export interface Locked {
  account: AccountRow
  /** Another business that has the requested account number. */
  holderId: string | null
  /** Other admins who can sign in and change things. */
  otherAdmins: number
}

interface Locking {
  withAdmins?: boolean
  /** The account number that the user requests; null if it does not change. */
  numberOf?: (account: AccountRow) => string | null
}

/**
 * Locks the account and its business; also all admins if the change may remove admin rights, and account numbers if one
 * is requested. Follows the lock order of `lockBusinesses`, users by id, to avoid deadlocks between admins.
 */
export const lockAccount = async (
  tx: Tx,
  id: string,
  { withAdmins = false, numberOf = () => null }: Locking = {},
): Promise<Locked> => {
  const rows = await tx
    .selectFrom('user_account')
    .select(['id', 'business_id', 'is_admin', 'is_read_only', 'is_active', 'password_hash'])
    .where('deleted_at', 'is', null)
    .where((eb) => (withAdmins ? eb.or([eb('id', '=', id), eb('is_admin', '=', true)]) : eb('id', '=', id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const found = rows.find((row) => row.id === id)
  if (!found) throw notFound('User')
  const number = numberOf(await accountById(tx, id))
  const holderId = await lockBusinesses(tx, { id: found.business_id, number })
  const others = rows.filter(
    (row) => row.id !== id && row.is_admin && !row.is_read_only && row.is_active && row.password_hash !== null,
  )
  return { account: await accountById(tx, id), holderId, otherAdmins: others.length }
}

/** Admins cannot remove their own rights, and one who is not read-only must always remain. */
export const refuseLosingAdmin = (
  { account, otherAdmins }: Pick<Locked, 'account' | 'otherAdmins'>,
  actorId: string,
): void => {
  if (!account.is_admin || account.is_read_only || !account.is_active) return
  if (account.id === actorId)
    throw new Refusal(409, 'You cannot remove your own admin rights, or deactivate or delete yourself.')
  if (otherAdmins === 0) throw new Refusal(409, 'At least one admin must remain.')
}
