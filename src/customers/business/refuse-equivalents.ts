import type { Db, Tx } from '#platform/db/tables.ts'

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

export const setEquivalentsRefusal = async (tx: Tx, businessId: string, reason: string | null): Promise<void> => {
  await tx.updateTable('business').set({ equivalents_refused_for: reason }).where('id', '=', businessId).execute()
}
