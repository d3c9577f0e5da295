import { lockCustomers } from '#customers/lock-customers.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { ActedBy } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toCents, toDollars } from '#shared/money.ts'
import type { PriceEntry } from './contract.ts'
import { type PriceChange, recordPrices, setPrices } from './write-prices.ts'

type ListName = 'general' | 'trulla'

/**
 * Replaces one list of a product’s custom prices and returns the changed prices. Entries must be for different
 * businesses, each given by any of its customers. The caller must have locked the product row; the businesses are
 * locked against losing their last customer.
 */
export const replacePrices = async (
  tx: Tx,
  { productId, list, entries }: { productId: string; list: ListName; entries: PriceEntry[] },
): Promise<PriceChange[]> => {
  const wanted = await customersOf(tx, entries)
  const before = await tx
    .selectFrom('contract_price')
    .select('business_id')
    .where('product_id', '=', productId)
    .where('list', '=', list)
    .execute()
  const businesses = new Set([...before.map(({ business_id }) => business_id), ...wanted.keys()])
  return setPrices(
    tx,
    [...businesses].map((businessId) => ({ productId, businessId, list, price: wanted.get(businessId) ?? null })),
  )
}

/** Entries by business, in whole cents; each gives its customer by id, or else by email. */
const customersOf = async (tx: Tx, entries: PriceEntry[]): Promise<Map<string, number>> => {
  const wanted = new Map<string, number>()
  if (entries.length === 0) return wanted
  const accounts = await lockCustomers(
    tx,
    entries.map(({ userId }) => userId),
    entries.map(({ email }) => email.toLowerCase()),
  )
  for (const { userId, email, price } of entries) {
    const account =
      accounts.find(({ id }) => id === userId) ?? accounts.find((one) => !userId && one.email === email.toLowerCase())
    if (!account)
      throw new Refusal(400, `${email || 'The customer'} can’t have a custom price. Choose a customer account.`)
    if (account.is_admin || account.is_sales_rep)
      throw new Refusal(400, `${account.email} is not a customer. Only non-admin users can have custom prices.`)
    if (wanted.has(account.business_id)) throw new Refusal(400, `${account.email} is in the list twice.`)
    wanted.set(account.business_id, toDollars(toCents(price)))
  }
  return wanted
}

/** Contract prices need customers: without any, the business also leaves its groups and all audiences. */
export const removeContractPrices = async (tx: Tx, businessId: string, { user, request }: ActedBy): Promise<void> => {
  await tx.deleteFrom('audience_member').where('business_id', '=', businessId).execute()
  await tx.deleteFrom('business_group_member').where('business_id', '=', businessId).execute()
  const gone = await tx
    .deleteFrom('contract_price')
    .where('business_id', '=', businessId)
    .returning(['product_id', 'business_id', 'list', 'price as before'])
    .execute()
  await recordPrices(
    tx,
    { actorId: user?._id ?? null, request },
    gone.map((one) => ({ ...one, after: null })),
  )
  await noteCatalogChange(tx, [])
}
