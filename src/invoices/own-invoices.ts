import { sql } from 'kysely'
import { anyOf, type Condition, never } from '#server/db/conditions.ts'
import type { Caller } from '#server/http/bearer.ts'

/** Account numbers are compared without their leading zeros (G51). */
export const withoutZeros = (account: string): string => account.trim().replace(/^0+/, '')

/** Invoices on which the account is the party, the buyer or the payer; no account owns nothing. */
export const isOfAccount = (account: string): Condition => {
  const number = withoutZeros(account)
  if (number === '') return never
  return anyOf([
    sql<boolean>`ltrim(invoice.party_id, '0') = ${number}`,
    sql<boolean>`ltrim(invoice.buyer_party_id, '0') = ${number}`,
    sql<boolean>`ltrim(invoice.payer_party_id, '0') = ${number}`,
  ])
}

/** What a caller may see: admins everything (null), everyone else their own account. */
export const visibleInvoices = ({ isAdmin, accountID }: Pick<Caller, 'isAdmin' | 'accountID'>): Condition | null =>
  isAdmin ? null : isOfAccount(accountID)
