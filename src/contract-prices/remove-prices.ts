import type { Tx } from '#platform/db/tables.ts'

/** Prices agreed with a business are for customers: they end with the last of them. */
export const removeAgreedPrices = async (tx: Tx, businessId: string): Promise<void> => {
  await tx.deleteFrom('custom_price').where('business_id', '=', businessId).execute()
}
