import { sql } from 'kysely'
import { type Condition, never } from '#platform/db/conditions.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Invoices on which the account is the party, the buyer or the payer; no account owns nothing. */
export const isOfAccount = (account: string): Condition => {
  if (account === '') return never
  // Written exactly as in the index.
  return sql<boolean>`array[invoice.party_id, invoice.buyer_party_id, invoice.payer_party_id]::text[] @> array[${account}::text]`
}

/** What a caller may see: admins everything (null), everyone else their own account. */
export const visibleInvoices = ({ isAdmin, accountID }: Pick<Caller, 'isAdmin' | 'accountID'>): Condition | null =>
  isAdmin ? null : isOfAccount(accountID)
