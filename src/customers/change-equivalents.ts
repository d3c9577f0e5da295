import { recordAudit } from '#audit/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

/** Why a business does not want equivalents of sold-out products; null if they are offered. */
export const equivalentsRefusal = async (db: Db | Tx, businessId: string | null): Promise<string | null> => {
  if (businessId === null) return null
  const business = await db
    .selectFrom('business')
    .select('equivalents_refused_for')
    .where('id', '=', businessId)
    .executeTakeFirst()
  return business?.equivalents_refused_for ?? null
}

const setEquivalentsRefusal = async (tx: Tx, businessId: string, reason: string | null): Promise<void> => {
  await tx.updateTable('business').set({ equivalents_refused_for: reason }).where('id', '=', businessId).execute()
}

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
