import type { Tx } from '#platform/db/tables.ts'

/** Prices agreed with a customer are for customers only: they end with the role. */
export const removeAgreedPrices = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('custom_price').where('user_id', '=', userId).execute()
}
