import { hasCustomers } from '#customers/business/has-customers.ts'
import { changeBusiness } from '#customers/business/write-business.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { ErpAddress, ErpAddresses } from '../gateway/erp.ts'
import type { Stored } from './syncing.ts'

/** Writes the ERP's addresses to its customers' businesses; addresses that the ERP does not have stay. */
export const storeAddresses = async (tx: Tx, found: readonly ErpAddresses[]): Promise<Stored> => {
  const stored: Stored = { added: 0, changed: 0, notes: [] }
  const byAccount = new Map(found.map((one) => [one.accountId, one]))
  if (byAccount.size === 0) return stored
  const businesses = await tx
    .selectFrom('business')
    .where('account_number', 'in', [...byAccount.keys()])
    .where(hasCustomers)
    .orderBy('id')
    .forNoKeyUpdate()
    .selectAll()
    .execute()
  for (const business of businesses)
    if (await update(tx, business, byAccount.get(business.account_number))) stored.changed += 1
  return stored
}

const update = async (tx: Tx, business: Row<'business'>, addresses: ErpAddresses | undefined): Promise<boolean> => {
  const told: Partial<Row<'business'>> = {
    ...(addresses?.shipTo && columns('shipto', addresses.shipTo)),
    ...(addresses?.billTo && columns('billto', addresses.billTo)),
  }
  const news = Object.entries(told).filter(([name, value]) => business[name as keyof typeof told] !== value)
  if (news.length === 0) return false
  const after = Object.fromEntries(news)
  await changeBusiness(tx, business.id, after)
  await recordAudit(tx, {
    actorId: null,
    action: 'addresses taken from the ERP',
    entity: 'business',
    entityId: business.id,
    before: Object.fromEntries(news.map(([name]) => [name, business[name as keyof typeof told]])),
    after,
    request: null,
  })
  return true
}

const columns = (kind: 'shipto' | 'billto', { name, street, city, state, zip, country }: ErpAddress) => ({
  ...(name && { [`${kind}_name`]: name }),
  [`${kind}_address1`]: street,
  [`${kind}_city`]: city,
  [`${kind}_state`]: state,
  [`${kind}_zip`]: zip,
  [`${kind}_country`]: country,
})
