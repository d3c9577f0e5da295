import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { AccountHooks } from './account-hooks.ts'
import { convertFailedMessage, type users } from './contract.ts'
import type { User } from '#identity/account-shapes.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { lockAccount } from '#identity/lock-account.ts'
import { leaveBusiness } from './join-business.ts'
import { isCustomer } from '#identity/map-user.ts'
import { userById } from '#identity/find-account.ts'

/** Converts an active customer to a sales rep; cannot be undone. Their orders stay; contract prices end. */
export const convertCustomer = (
  db: Db,
  news: Pick<AccountHooks, 'onCustomersGone'>,
  call: CallOf<typeof users.convertToSalesRep>,
): Promise<User> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const { account } = await lockAccount(tx, id)
    if (!isCustomer(account) || !account.is_active) throw new Refusal(409, convertFailedMessage)
    await tx
      .updateTable('user_account')
      .set({ is_sales_rep: true, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await endSessions(tx, id)
    if (account.business_id) await leaveBusiness(tx, news, { id: account.business_id, by: call })
    await record('customer converted to sales rep', ['account', id], {
      before: { isSalesRep: false },
      after: { isSalesRep: true },
    })
    return userById(tx, id)
  })
