import { sql } from 'kysely'
import { anyOf, type Condition, type Expression, never } from '#platform/db/conditions.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Whose records are meant: those of a user's business. */
export interface Owner {
  businessId: string | null
  /** The user himself while he is of the staff: who orders for others sees what he ordered. */
  placerId: string | null
}

export const recordOwner = ({
  _id,
  businessId,
  isAdmin,
  isSalesRep,
}: Pick<Caller, '_id' | 'businessId' | 'isAdmin' | 'isSalesRep'>): Owner => ({
  businessId,
  placerId: isAdmin || isSalesRep ? _id : null,
})

type Looking = Pick<Caller, '_id' | 'businessId' | 'accountID' | 'isAdmin' | 'isSalesRep' | 'orderingFor'>

/** The customer whom a sales rep works for: its records may be looked at, and changed by nobody but its own people. */
const customerOf = ({ isAdmin, isSalesRep, orderingFor }: Looking) => (isSalesRep && !isAdmin ? orderingFor : null)

/** Whose orders may be looked at: one's own, and those of the customer whom a sales rep works for. */
export const visibleOwner = (caller: Looking): Owner => {
  const customer = customerOf(caller)
  return customer ? { businessId: customer.businessId, placerId: caller._id } : recordOwner(caller)
}

/** Whose history is shown: while a sales rep works for a customer it is that customer's, whoever placed the orders. */
export const historyOwner = (caller: Looking): Owner => {
  const customer = customerOf(caller)
  return customer ? { businessId: customer.businessId, placerId: null } : recordOwner(caller)
}

/** The account whose invoices may be looked at, likewise. */
export const visibleAccount = (caller: Looking): string => customerOf(caller)?.accountID ?? caller.accountID

/** Orders of one's own: those of one's business, and those placed by oneself for others. */
export const isOwnOrder = ({ businessId, placerId }: Owner): Condition =>
  anyOf([
    sql<boolean>`sales_order.business_id = ${businessId}::uuid`,
    sql<boolean>`sales_order.placed_by = ${placerId}::uuid`,
  ])

/**
 * The same as sets that share no order, so that each is found, counted and sorted by an index of its own: those of the
 * business, and those placed for others by one of the staff. A user's own orders are always of his business.
 */
export const setsOfOwnOrders = (placer: Expression, business: Expression) => ({
  ofBusiness: sql<boolean>`business_id = ${business}`,
  // Written exactly as in the index.
  placedForOthers: sql<boolean>`(placed_by = ${placer} and placed_by is not null and placed_by is distinct from user_id
    and business_id is distinct from ${business})`,
})

/** Invoices on which the account number is the party, the buyer or the payer; no number owns nothing. */
export const isInvoiceOf = (account: string): Condition => {
  if (account === '') return never
  // Written exactly as in the index.
  return sql<boolean>`array[invoice.party_id, invoice.buyer_party_id, invoice.payer_party_id]::text[] @> array[${account}::text]`
}

/** The same as sets that share no invoice, each counted from an index alone. */
export const setsOfInvoices = (account: Expression): Condition[] => [
  sql<boolean>`party_id = ${account}`,
  sql<boolean>`buyer_party_id = ${account} and buyer_party_id <> party_id`,
  sql<boolean>`payer_party_id = ${account} and payer_party_id <> party_id and payer_party_id <> buyer_party_id`,
]
