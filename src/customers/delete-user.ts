import { sql } from 'kysely'
import { act, type ActedBy, recorderIn } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { AccountHooks } from './account-hooks.ts'
import type { users } from './contract.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { leaveBusiness } from './join-business.ts'
import { lockAccount, refuseLosingAdmin } from '#identity/lock-account.ts'
import { type AccountRow, isCustomer } from '#identity/map-user.ts'

/** Deletes the account and frees its email address; orders, invoices and audit entries are kept. */
export const deleteUser = (
  db: Db,
  news: Pick<AccountHooks, 'onCustomersGone'>,
  call: CallOf<typeof users.remove>,
): Promise<void> =>
  act(db, call, async ({ tx, actor }) => {
    const { id } = call.params
    const locked = await lockAccount(tx, id, { withAdmins: true })
    const { account } = locked
    if (id === actor._id) throw new Refusal(409, 'You cannot delete yourself.')
    refuseLosingAdmin(locked, actor._id)
    if (isCustomer(account) && !account.is_active)
      throw new Refusal(409, 'Only an active customer can be deleted. Reject the request instead.')
    await removeAccount(tx, news, { account, action: 'account deleted', reason: call.query.reason, by: call })
  })

interface Removal {
  account: AccountRow
  action: 'account deleted' | 'customer rejected'
  reason: string
  by: ActedBy
}

/** Deletes what only this account needs; the audit trail keeps whom it belonged to. */
export const removeAccount = async (
  tx: Tx,
  news: Pick<AccountHooks, 'onCustomersGone'>,
  { account, action, reason, by }: Removal,
): Promise<void> => {
  const { id } = account
  await tx
    .updateTable('user_account')
    .set({ deleted_at: sql<Date>`now()`, is_active: false, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await endSessions(tx, id)
  if (account.business_id) await leaveBusiness(tx, news, { id: account.business_id, by })
  for (const table of ownedTables) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await recorderIn(tx, by)(action, ['account', id], {
    before: { email: account.email, companyName: account.company_name, accountID: account.account_number },
    after: { reason },
  })
}

/** What belongs to an account and goes with it. */
export const ownedTables = [
  'password_key',
  'email_proof',
  'favourite',
  'stock_request',
  'statement_wish',
  'budget',
  'approval_step_member',
  'cart',
  'parked_cart',
  'guide_schedule',
  'saved_view',
  'known_device',
  'passkey',
  'authenticator_app',
  'recovery_code',
  'company_identity',
] as const
