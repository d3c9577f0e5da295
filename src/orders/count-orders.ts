import type { Tx } from '#platform/db/tables.ts'

/**
 * Adds orders to the sums of the reports (1), or takes them out (-1), in the transaction that writes them. Whoever changes
 * an order's customer, state, total or lines takes it out before and adds it after.
 */
export type CountOrders = (tx: Tx, orderIds: readonly string[], sign: 1 | -1) => Promise<void>
