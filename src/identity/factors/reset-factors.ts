import { act, recorderIn, type RecordEntry } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { factorsRemovedEmail } from '../compose-notices.ts'
import { endSessions } from '../end-sessions.ts'
import { accountByEmail } from '../find-account.ts'
import { lockAccount } from '../lock-account.ts'
import { queueNotice } from '../queue-notice.ts'
import type { factors } from './contract.ts'
import { registeredFactors } from './queries.ts'

/** Removes all factors of a user who lost them: the password alone signs in until new ones are set up. */
const reset = async (
  { tx, record }: { tx: Tx; record: RecordEntry },
  config: Config,
  { id, reason }: { id: string; reason: string },
): Promise<void> => {
  const { account } = await lockAccount(tx, id)
  const { passkeys, app } = await registeredFactors(tx, id)
  if (passkeys === 0 && !app) throw new Refusal(409, 'This user has no second factor.')
  for (const table of ['passkey', 'authenticator_app', 'recovery_code'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await endSessions(tx, id)
  await record('second factors removed', ['account', id], {
    before: { passkeys, app: app !== null },
    after: { reason },
  })
  await queueNotice(tx, id, factorsRemovedEmail(account, config))
}

/** By another admin, who notes how they verified the user's identity. */
export const removeFactorsOf = async (
  db: Db,
  config: Config,
  { params: { id }, query: { reason }, ...acting }: CallOf<typeof factors.removeAll>,
): Promise<void> => {
  if (id === acting.user._id) throw new Refusal(409, 'Your own second factors are changed in your profile.')
  if (!reason) throw new Refusal(400, 'Enter how you verified the user’s identity.', { field: 'reason' })
  await act(db, acting, (during) => reset(during, config, { id, reason }))
}

/** By the operator, for an admin whom no other admin can help. */
export const resetFactors = (db: Db, config: Config, email: string): Promise<void> =>
  transaction(db, async (tx) => {
    const user = await accountByEmail(tx, email.trim().toLowerCase())
    if (!user) throw notFound('User')
    await reset({ tx, record: recorderIn(tx) }, config, { id: user.id, reason: 'reset by the operator' })
  })
