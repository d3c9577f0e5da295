import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { factorsRemovedEmail } from '../compose-notices.ts'
import { endSessions } from '../end-sessions.ts'
import { lockAccount } from '../lock-account.ts'
import { queueNotice } from '../queue-notice.ts'
import { registeredFactors } from './queries.ts'

interface Reset {
  id: string
  actorId: string | null
  reason: string
  request: RequestFacts | null
}

/** Removes all factors of a user who lost them: the password alone signs in until new ones are set up. */
const reset = async (tx: Tx, config: Config, { id, actorId, reason, request }: Reset): Promise<void> => {
  const { account } = await lockAccount(tx, id)
  const { passkeys, app } = await registeredFactors(tx, id)
  if (passkeys === 0 && !app) throw new Refusal(409, 'This user has no second factor.')
  for (const table of ['passkey', 'authenticator_app', 'recovery_code'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await endSessions(tx, id)
  await recordAudit(tx, {
    actorId,
    action: 'second factors removed',
    entity: 'account',
    entityId: id,
    before: { passkeys, app: app !== null },
    after: { reason },
    request,
  })
  await queueNotice(tx, id, factorsRemovedEmail(account, config))
}

interface Params {
  actor: Caller
  id: string
  reason: string
  request: RequestFacts
}

/** By another admin, who notes how they verified the user's identity. */
export const removeFactorsOf = async (
  { db, config }: { db: Db; config: Config },
  { actor, id, reason, request }: Params,
): Promise<void> => {
  if (id === actor._id) throw new Refusal(409, 'Your own second factors are changed in your profile.')
  if (!reason) throw new Refusal(400, 'Enter how you verified the user’s identity.', { field: 'reason' })
  await transaction(db, (tx) => reset(tx, config, { id, actorId: actor._id, reason, request }))
}

/** By the operator, for an admin whom no other admin can help. */
export const resetFactors = (db: Db, config: Config, email: string): Promise<void> =>
  transaction(db, async (tx) => {
    const user = await tx
      .selectFrom('user_account')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!user) throw notFound('User')
    await reset(tx, config, { id: user.id, actorId: null, reason: 'reset by the operator', request: null })
  })
