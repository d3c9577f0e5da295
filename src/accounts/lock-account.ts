import type { Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { Account } from './map-user.ts'

interface Locked {
  account: Account
  /** Other admins who can sign in. */
  otherAdmins: number
}

/** Locks the account, and the admins with it where one may lose his rights: in id order, so that two admins never wait in a circle. */
export const lockAccount = async (tx: Tx, id: string, { withAdmins = false } = {}): Promise<Locked> => {
  const rows = await tx
    .selectFrom('user_account')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => (withAdmins ? eb.or([eb('id', '=', id), eb('is_admin', '=', true)]) : eb('id', '=', id)))
    .orderBy('id')
    .forUpdate()
    .execute()
  const account = rows.find((row) => row.id === id)
  if (!account) throw notFound('User')
  const others = rows.filter((row) => row.id !== id && row.is_admin && row.is_active && row.password_hash !== null)
  return { account, otherAdmins: others.length }
}

/** Nobody locks himself out, and somebody can always open the doors. */
export const refuseLosingAdmin = ({ account, otherAdmins }: Locked, actorId: string): void => {
  if (!account.is_admin || !account.is_active) return
  if (account.id === actorId)
    throw new Refusal(409, 'You cannot take away your own admin rights, deactivate or delete yourself.')
  if (otherAdmins === 0) throw new Refusal(409, 'At least one admin must remain.')
}
