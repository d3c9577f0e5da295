import { lockBusinesses } from './lock-businesses.ts'
import type { Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { AccountRow } from './map-user.ts'
import { accountById } from './find-account.ts'

export interface Locked {
  account: AccountRow
  /** The other business that bears the number which is wanted. */
  holderId: string | null
  /** Other admins who can sign in. */
  otherAdmins: number
}

interface Locking {
  withAdmins?: boolean
  /** Which account number the user may bear afterwards; null leaves numbers alone. */
  numberOf?: (account: AccountRow) => string | null
}

/**
 * Locks the account and its business, the admins with it where one may lose his rights, and the numbers where one is wanted,
 * in the order that `lockBusinesses` tells; users by id, so that two admins never wait in a circle.
 */
export const lockAccount = async (
  tx: Tx,
  id: string,
  { withAdmins = false, numberOf = () => null }: Locking = {},
): Promise<Locked> => {
  const rows = await tx
    .selectFrom('user_account')
    .select(['id', 'business_id', 'is_admin', 'is_active', 'password_hash'])
    .where('deleted_at', 'is', null)
    .where((eb) => (withAdmins ? eb.or([eb('id', '=', id), eb('is_admin', '=', true)]) : eb('id', '=', id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const found = rows.find((row) => row.id === id)
  if (!found) throw notFound('User')
  const number = numberOf(await accountById(tx, id))
  const holderId = await lockBusinesses(tx, { id: found.business_id, number })
  const others = rows.filter((row) => row.id !== id && row.is_admin && row.is_active && row.password_hash !== null)
  return { account: await accountById(tx, id), holderId, otherAdmins: others.length }
}

/** Nobody locks himself out, and somebody can always open the doors. */
export const refuseLosingAdmin = (
  { account, otherAdmins }: Pick<Locked, 'account' | 'otherAdmins'>,
  actorId: string,
): void => {
  if (!account.is_admin || !account.is_active) return
  if (account.id === actorId)
    throw new Refusal(409, 'You cannot remove your own admin rights, or deactivate or delete yourself.')
  if (otherAdmins === 0) throw new Refusal(409, 'At least one admin must remain.')
}
