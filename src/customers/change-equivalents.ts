import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { users } from './contract.ts'

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

/** Equivalents are offered if the reason is empty. */
export const changeEquivalents = (
  db: Db,
  { params, body: { refusedFor }, ...acting }: CallOf<typeof users.changeEquivalents>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const businessId = await businessOf(tx, params.id)
    const before = await equivalentsRefusal(tx, businessId)
    await tx
      .updateTable('business')
      .set({ equivalents_refused_for: refusedFor || null })
      .where('id', '=', businessId)
      .execute()
    await record('equivalents changed', ['business', businessId], {
      before: { refusedFor: before ?? '' },
      after: { refusedFor },
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
