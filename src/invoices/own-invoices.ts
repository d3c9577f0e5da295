import { isInvoiceOf } from '#businesses/own-records.ts'
import type { Condition } from '#platform/db/conditions.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** What a caller may see: admins everything (null), everyone else what is their business's. */
export const visibleInvoices = ({ isAdmin, accountID }: Pick<Caller, 'isAdmin' | 'accountID'>): Condition | null =>
  isAdmin ? null : isInvoiceOf(accountID)
