import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { acceptedLetter, rejectedLetter } from './compose-letters.ts'
import { incompleteMessage } from './contract.ts'
import { approvalFields, type User } from './account-shapes.ts'
import { endSessions } from './end-sessions.ts'
import { lockAccount } from './lock-account.ts'
import { type Account, asUser, emptyAmong, isCustomer } from './map-user.ts'

interface Decision {
  actor: Caller
  id: string
  request: RequestFacts
}

/** Accepts a waiting customer whose profile is complete, and writes to him. */
export const approveCustomer = (db: Db, config: Config, { actor, id, request }: Decision): Promise<User> =>
  transaction(db, async (tx) => {
    const { account } = await lockAccount(tx, id)
    if (!isCustomer(account)) throw notFound('Customer')
    if (account.is_active) throw new Refusal(409, 'This customer is active already.')
    refuseIncomplete(account)
    const accepted = await tx
      .updateTable('user_account')
      .set({ is_active: true, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const others = await tx
      .selectFrom('user_account')
      .select('email')
      .where('account_id', '=', account.account_id)
      .where('account_id', '!=', '')
      .where('id', '!=', id)
      .where('deleted_at', 'is', null)
      .limit(10)
      .execute()
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'customer accepted',
      entity: 'account',
      entityId: id,
      before: { isActive: false },
      after: {
        isActive: true,
        accountID: account.account_id,
        license: account.license,
        ...(others.length > 0 && { accountSharedWith: others.map(({ email }) => email) }),
      },
      request,
    })
    await queueMail(tx, acceptedLetter(account, config.PUBLIC_URL))
    return asUser(accepted)
  })

export const refuseIncomplete = (account: Account): void => {
  const missing = emptyAmong(approvalFields, account)
  if (missing.length > 0) throw new Refusal(422, incompleteMessage, { missing })
}

interface Rejection extends Decision {
  reason: string
}

/** Only what still waits can be rejected; the trail keeps that it was asked for. */
export const rejectCustomer = (db: Db, config: Config, { actor, id, reason, request }: Rejection): Promise<void> =>
  transaction(db, async (tx) => {
    const { account } = await lockAccount(tx, id)
    if (!isCustomer(account)) throw notFound('Customer')
    if (account.is_active) throw new Refusal(409, 'This customer is active. Only a waiting request can be rejected.')
    await tx
      .updateTable('user_account')
      .set({ deleted_at: sql<Date>`now()`, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await endSessions(tx, id)
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'customer rejected',
      entity: 'account',
      entityId: id,
      before: { email: account.email, companyName: account.company_name, accountID: account.account_id },
      after: { reason },
      request,
    })
    await queueMail(tx, rejectedLetter(account, config.CONTACT_EMAIL))
  })
