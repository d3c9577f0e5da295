import { recordAudit } from '#audit/record-entry.ts'
import type { App } from '#platform/feature.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { factorsChangedEmail } from '../compose-notices.ts'
import { endSessions } from '../end-sessions.ts'
import { lockAccount } from '../lock-account.ts'
import type { AccountRow } from '../map-user.ts'
import { queueNotice } from '../queue-notice.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { registeredFactors, needsFactor } from './queries.ts'

export type Changing = Pick<App, 'db' | 'config' | 'countAttempt'>

interface Change {
  caller: Caller
  request: RequestFacts
  /** In the trail, such as `passkey added`. */
  action: string
  /** The sentence of the email. */
  told: string
  /** What was changed, for the trail; whatever is wrong with it is thrown. */
  act: (tx: Tx, account: AccountRow) => Promise<Record<string, unknown>>
}

/**
 * Changes what opens the caller's account, and says so to him. Sessions elsewhere end with it; recovery codes come with the
 * first factor and go with the last, which stays where one is needed.
 */
export const changeFactors = (
  { db, config }: Changing,
  { caller, request, action, told, act }: Change,
): Promise<string[]> =>
  transaction(db, async (tx) => {
    const { account } = await lockAccount(tx, caller._id)
    const userId = account.id
    const facts = await act(tx, account)
    const held = await registeredFactors(tx, userId)
    const isLast = held.passkeys === 0 && held.app === null
    if (isLast && needsFactor(account, config.SECOND_FACTOR))
      throw new Refusal(409, 'You need a second factor. Add another one before you remove this one.')
    if (isLast) await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    const recoveryCodes = isLast || held.recoveryCodes > 0 ? [] : await makeRecoveryCodes(tx, { userId, config })
    await endSessions(tx, userId, caller.tokenHash)
    await recordAudit(tx, { actorId: userId, action, entity: 'account', entityId: userId, after: facts, request })
    await queueNotice(tx, userId, factorsChangedEmail(account, told, config))
    return recoveryCodes
  })
