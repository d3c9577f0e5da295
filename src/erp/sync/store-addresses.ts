import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { ErpAddress, ErpAddresses } from '../gateway/erp.ts'
import type { Stored } from './syncing.ts'

/** Writes the ERP's addresses into the accounts of its customers; what the ERP does not have stays. */
export const storeAddresses = async (tx: Tx, found: readonly ErpAddresses[]): Promise<Stored> => {
  const stored: Stored = { added: 0, changed: 0, notes: [] }
  const byAccount = new Map(found.map((one) => [one.accountId, one]))
  if (byAccount.size === 0) return stored
  const users = await tx
    .selectFrom('user_account')
    .where('account_id', 'in', [...byAccount.keys()])
    .where('is_active', '=', true)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .selectAll()
    .execute()
  for (const user of users) if (await update(tx, user, byAccount.get(user.account_id))) stored.changed += 1
  return stored
}

const update = async (tx: Tx, user: Row<'user_account'>, addresses: ErpAddresses | undefined): Promise<boolean> => {
  const told: Partial<Row<'user_account'>> = {
    ...(addresses?.shipTo && columns('shipto', addresses.shipTo)),
    ...(addresses?.billTo && columns('billto', addresses.billTo)),
  }
  const news = Object.entries(told).filter(([name, value]) => user[name as keyof typeof told] !== value)
  if (news.length === 0) return false
  const after = Object.fromEntries(news)
  await tx
    .updateTable('user_account')
    .where('id', '=', user.id)
    .set({ ...after, version: sql`version + 1` })
    .execute()
  await recordAudit(tx, {
    actorId: null,
    action: 'addresses taken from the ERP',
    entity: 'user',
    entityId: user.id,
    before: Object.fromEntries(news.map(([name]) => [name, user[name as keyof typeof told]])),
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
