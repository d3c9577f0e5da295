import type { CountOrders } from '#orders/count-orders.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Erp } from '../gateway/erp.ts'

/** What a reading of the ERP works with. */
export interface Syncing {
  db: Db
  erp: Erp
  config: Pick<
    Config,
    'ERP_REFERENCE_PREFIX' | 'ERP_INVOICE_SERVICE' | 'ERP_CUSTOMER_SERVICE' | 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'
  >
  countOrders: CountOrders
  signal: AbortSignal
  /** After this long a run steps aside, so that others get their turn; it goes on where it was. */
  sliceMilliseconds?: number
}

/** What became of the rows of one page. */
export interface Stored {
  added: number
  changed: number
  notes: string[]
}
