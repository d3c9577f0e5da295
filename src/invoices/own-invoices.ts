import { sql } from 'kysely'
import { type Condition, never } from '#platform/db/conditions.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Account numbers are compared without their leading zeros, which people write or leave out. */
export const withoutZeros = (account: string): string => account.trim().replace(/^0+/, '')

/** Invoices on which the account is the party, the buyer or the payer; no account owns nothing. */
export const isOfAccount = (account: string): Condition => {
  const number = withoutZeros(account)
  if (number === '') return never
  // Written exactly as in the index.
  return sql<boolean>`array[ltrim(invoice.party_id, '0'), ltrim(invoice.buyer_party_id, '0'), ltrim(invoice.payer_party_id, '0')] @> array[${number}::text]`
}

/** What a caller may see: admins everything (null), everyone else their own account. */
export const visibleInvoices = ({ isAdmin, accountID }: Pick<Caller, 'isAdmin' | 'accountID'>): Condition | null =>
  isAdmin ? null : isOfAccount(accountID)
