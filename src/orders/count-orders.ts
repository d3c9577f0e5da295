import type { Tx } from '#platform/db/tables.ts'

/** Adds orders to the report totals (1) or subtracts them (-1), in the transaction that writes them. */
export type CountOrders = (tx: Tx, orderIds: readonly string[], sign: 1 | -1) => Promise<void>
