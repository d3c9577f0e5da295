import type { Tx } from '#platform/db/tables.ts'

/** The delivery settings of a typical warehouse. */
export const seedDelivery = async (tx: Tx): Promise<void> => {
  await tx.updateTable('delivery_method').set({ cut_off: '16:00' }).execute()
  await tx.updateTable('delivery_method').set({ transit_days: 3 }).where('method', '=', 'UPS GROUND').execute()
}
