import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { AccountHooks } from './account-hooks.ts'
import { convertFailedMessage } from './contract.ts'
import { type User } from '#identity/account-shapes.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { lockAccount } from '#identity/lock-account.ts'
import { leaveBusiness } from './join-business.ts'
import { isCustomer } from '#identity/map-user.ts'
import { userById } from '#identity/find-account.ts'

interface Conversion {
  actor: Caller
  id: string
  request: RequestFacts
}

/** Converts an active customer to a sales rep; cannot be undone. Their orders stay; contract prices end. */
export const convertCustomer = (
  db: Db,
  { actor, id, request }: Conversion,
  news: Pick<AccountHooks, 'onCustomersGone'>,
): Promise<User> =>
  actOnce(db, request, async (tx) => {
    const { account } = await lockAccount(tx, id)
    if (!isCustomer(account) || !account.is_active) throw new Refusal(409, convertFailedMessage)
    await tx
      .updateTable('user_account')
      .set({ is_sales_rep: true, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await endSessions(tx, id)
    const doer = { actorId: actor._id, request }
    if (account.business_id) await leaveBusiness(tx, news, { id: account.business_id, doer })
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'customer converted to sales rep',
      entity: 'account',
      entityId: id,
      before: { isSalesRep: false },
      after: { isSalesRep: true },
      request,
    })
    return userById(tx, id)
  })
