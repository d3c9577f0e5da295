import { recordAudit } from '#audit/record-entry.ts'
import { equivalentsRefusal, setEquivalentsRefusal } from './business/refuse-equivalents.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

interface Change {
  actor: Caller
  /** Any user of the business. */
  id: string
  refusedFor: string
  request: RequestFacts
}

/** Equivalents are offered if the reason is empty. */
export const changeEquivalents = (db: Db, { actor, id, refusedFor, request }: Change): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const businessId = await businessOf(tx, id)
    const before = await equivalentsRefusal(tx, businessId)
    await setEquivalentsRefusal(tx, businessId, refusedFor || null)
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'equivalents changed',
      entity: 'business',
      entityId: businessId,
      before: { refusedFor: before ?? '' },
      after: { refusedFor },
      request,
    })
  })

export const equivalentsOf = async (db: Db, userId: string): Promise<{ refusedFor: string }> => ({
  refusedFor: (await equivalentsRefusal(db, await businessOf(db, userId))) ?? '',
})

const businessOf = async (db: Db | Tx, userId: string): Promise<string> => {
  const user = await db
    .selectFrom('user_account')
    .select('business_id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw notFound('User')
  if (!user.business_id) throw new Refusal(409, 'This user does not belong to a business.')
  return user.business_id
}
