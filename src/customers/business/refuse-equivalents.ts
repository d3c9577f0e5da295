import type { Db, Tx } from '#platform/db/tables.ts'

/** Why a business wants nothing offered in place of what is sold out; null where it may be. */
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
