import { sql } from 'kysely'
import { anyOf, type Condition, type Expression, never } from '#platform/db/conditions.ts'
import type { Caller } from '#platform/http/bearer.ts'

/** Owner of records: the business of a user. */
export interface Owner {
  businessId: string | null
  /** The user, if staff: they also see orders that they placed for customers. */
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

/** The customer that a rep is working for: the rep can view its records, only its own users can change them. */
const customerOf = ({ isAdmin, isSalesRep, orderingFor }: Looking) => (isSalesRep && !isAdmin ? orderingFor : null)

/** Owner of the orders that the caller can view: their own, or those of the customer that a rep works for. */
export const visibleOwner = (caller: Looking): Owner => {
  const customer = customerOf(caller)
  return customer ? { businessId: customer.businessId, placerId: caller._id } : recordOwner(caller)
}

/** Owner of the order history: the customer while a rep works for them, no matter who placed the orders. */
export const historyOwner = (caller: Looking): Owner => {
  const customer = customerOf(caller)
  return customer ? { businessId: customer.businessId, placerId: null } : recordOwner(caller)
}

/** The account whose invoices the caller can view. */
export const visibleAccount = (caller: Looking): string => customerOf(caller)?.accountID ?? caller.accountID

/** Orders of the user’s business, and orders that the user placed for others. */
export const isOwnOrder = ({ businessId, placerId }: Owner): Condition =>
  anyOf([
    sql<boolean>`sales_order.business_id = ${businessId}::uuid`,
    sql<boolean>`sales_order.placed_by = ${placerId}::uuid`,
  ])

/**
 * The same orders as two disjoint sets, so that each can be found, counted and sorted by its own index: orders of the
 * business, and orders that staff placed for others. A user’s own orders always belong to their business.
 */
export const setsOfOwnOrders = (placer: Expression, business: Expression) => ({
  ofBusiness: sql<boolean>`business_id = ${business}`,
  // Must match the index expression exactly.
  placedForOthers: sql<boolean>`(placed_by = ${placer} and placed_by is not null and placed_by is distinct from user_id
    and business_id is distinct from ${business})`,
})

/** Invoices with the account number as party, buyer or payer; an empty number matches none. */
export const isInvoiceOf = (account: string): Condition => {
  if (account === '') return never
  // Must match the index expression exactly.
  return sql<boolean>`array[invoice.party_id, invoice.buyer_party_id, invoice.payer_party_id]::text[] @> array[${account}::text]`
}

/** The same invoices as disjoint sets, each counted by an index-only scan. */
export const setsOfInvoices = (account: Expression): Condition[] => [
  sql<boolean>`party_id = ${account}`,
  sql<boolean>`buyer_party_id = ${account} and buyer_party_id <> party_id`,
  sql<boolean>`payer_party_id = ${account} and payer_party_id <> party_id and payer_party_id <> buyer_party_id`,
]
