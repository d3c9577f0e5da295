import type { CountOrders } from '#orders/count-orders.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Erp } from '../gateway/erp.ts'

/**
 * Called with the credit notes and canceled invoices of a page in the transaction that stores it; returns are in a room
 * above.
 */
export type OnCredits = (tx: Tx, invoiceIds: readonly string[]) => Promise<void>

/** The context of an ERP read. */
export interface Syncing {
  db: Db
  erp: Erp
  config: Pick<
    Config,
    | 'ERP_REFERENCE_PREFIX'
    | 'ERP_DELIVERY_SERVICE'
    | 'ERP_INVOICE_SERVICE'
    | 'ERP_CUSTOMER_SERVICE'
    | 'PUBLIC_URL'
    | 'COMPLIANCE_EMAIL'
    | 'BUSINESS_TIME_ZONE'
  >
  countOrders: CountOrders
  onCredits?: OnCredits
  signal: AbortSignal
  /** After this time a run yields to other jobs and resumes later. */
  sliceMilliseconds?: number
}

/** The result of storing one page. */
export interface Stored {
  added: number
  changed: number
  notes: string[]
}

/** The newest row for each value of a key. */
export const newestBy = <T extends { changedAt: Date | null }>(rows: readonly T[], key: keyof T): T[] => {
  const oldestFirst = rows.toSorted((one, other) => Number(one.changedAt) - Number(other.changedAt))
  return [...new Map(oldestFirst.map((row) => [row[key], row])).values()]
}
