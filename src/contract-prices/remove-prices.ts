import type { Tx } from '#platform/db/tables.ts'

/** Contract prices are for customers: they end with the last of them. */
export const removeContractPrices = async (tx: Tx, businessId: string): Promise<void> => {
  await tx.deleteFrom('contract_price').where('business_id', '=', businessId).execute()
}
