import { type Acting, recorderIn } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { factorsChangedEmail } from '../compose-notices.ts'
import { endSessions } from '../end-sessions.ts'
import { lockAccount } from '../lock-account.ts'
import type { AccountRow } from '../map-user.ts'
import { queueNotice } from '../queue-notice.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { registeredFactors, needsFactor } from './queries.ts'

interface FactorChange {
  /** The action in the audit trail, such as `passkey added`. */
  action: string
  /** The sentence of the email. */
  told: string
  /** Returns the details for the audit trail; throws a refusal if the change is invalid. */
  change: (tx: Tx, account: AccountRow) => Promise<Record<string, unknown>>
}

/**
 * Changes the caller's second factors and emails a notice. Ends the user's other sessions. Recovery codes are created
 * with the first factor and deleted with the last, which cannot be removed while the role requires one.
 */
export const changeFactors = (
  { db, config }: App,
  acting: Acting<Caller>,
  { action, told, change }: FactorChange,
): Promise<string[]> =>
  transaction(db, async (tx) => {
    const { account } = await lockAccount(tx, acting.user._id)
    const userId = account.id
    const facts = await change(tx, account)
    const held = await registeredFactors(tx, userId)
    const isLast = held.passkeys === 0 && held.app === null
    if (isLast && needsFactor(account, config.SECOND_FACTOR))
      throw new Refusal(409, 'You need a second factor. Add another one before you remove this one.')
    if (isLast) await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    const recoveryCodes = isLast || held.recoveryCodes > 0 ? [] : await makeRecoveryCodes(tx, { userId, config })
    await endSessions(tx, userId, acting.user.tokenHash)
    await recorderIn(tx, acting)(action, ['account', userId], { after: facts })
    await queueNotice(tx, userId, factorsChangedEmail(account, told, config))
    return recoveryCodes
  })
