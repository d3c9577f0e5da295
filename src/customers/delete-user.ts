import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { AccountHooks } from './account-hooks.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { leaveBusiness } from './join-business.ts'
import { lockAccount, refuseLosingAdmin } from '#identity/lock-account.ts'
import { type AccountRow, isCustomer } from '#identity/map-user.ts'

interface Deletion {
  actor: Caller
  id: string
  reason: string
  request: RequestFacts
}

/** Deletes the account and frees its email address; orders, invoices and audit entries are kept. */
export const deleteUser = (
  db: Db,
  { actor, id, reason, request }: Deletion,
  news: Pick<AccountHooks, 'onCustomersGone'>,
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const locked = await lockAccount(tx, id, { withAdmins: true })
    const { account } = locked
    if (id === actor._id) throw new Refusal(409, 'You cannot delete yourself.')
    refuseLosingAdmin(locked, actor._id)
    if (isCustomer(account) && !account.is_active)
      throw new Refusal(409, 'Only an active customer can be deleted. Reject the request instead.')
    await removeAccount(tx, news, { account, action: 'account deleted', actor, reason, request })
  })

interface Removal extends Omit<Deletion, 'id'> {
  account: AccountRow
  action: 'account deleted' | 'customer rejected'
}

/** Deletes what only this account needs; the audit trail keeps whom it belonged to. */
export const removeAccount = async (
  tx: Tx,
  news: Pick<AccountHooks, 'onCustomersGone'>,
  { account, action, actor, reason, request }: Removal,
): Promise<void> => {
  const { id } = account
  await tx
    .updateTable('user_account')
    .set({ deleted_at: sql<Date>`now()`, is_active: false, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await endSessions(tx, id)
  const doer = { actorId: actor._id, request }
  if (account.business_id) await leaveBusiness(tx, news, { id: account.business_id, doer })
  for (const table of ownedTables) await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await recordAudit(tx, {
    actorId: actor._id,
    action,
    entity: 'account',
    entityId: id,
    before: { email: account.email, companyName: account.company_name, accountID: account.account_number },
    after: { reason },
    request,
  })
}

const ownedTables = [
  'password_key',
  'email_proof',
  'favourite',
  'stock_request',
  'statement_wish',
  'budget',
  'approval_step_member',
  'cart',
  'saved_view',
  'known_device',
  'passkey',
  'authenticator_app',
  'recovery_code',
  'company_identity',
] as const
