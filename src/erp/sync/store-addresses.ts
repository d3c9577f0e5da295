import { hasCustomers } from '#customers/business/has-customers.ts'
import { changeBusiness } from '#customers/business/write-business.ts'
import { recorderIn } from '#platform/act.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { ErpAddress, ErpAddresses } from '../gateway/erp.ts'
import type { Stored } from './syncing.ts'
import { sql } from 'kysely'

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
  await recorderIn(tx)('addresses taken from the ERP', ['business', business.id], {
    before: Object.fromEntries(news.map(([name]) => [name, business[name as keyof typeof told]])),
    after,
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

/** Saves the credit limits that the ERP reports, with the time; limits that it stops reporting are deleted. */
export const storeCredits = async (tx: Tx, found: readonly ErpAddresses[]): Promise<number> => {
  const told = found.flatMap(({ accountId, credit }) => (credit ? [{ accountId, ...credit }] : []))
  const { rows } = await sql<{ has_changed: boolean }>`
    with before as (select * from business_credit)
    insert into business_credit (business_id, credit_limit, credit_left, currency_code, said_at)
    select business.id, round(credit_limit, 2), round(credit_left, 2), currency, now()
    from unnest(${told.map(({ accountId }) => accountId)}::text[], ${told.map(({ limit }) => limit)}::numeric[],
      ${told.map(({ left }) => left)}::numeric[], ${told.map(({ currency }) => currency)}::text[])
      as told (account, credit_limit, credit_left, currency)
    join business on account_number = account and account_number <> '' and business.deleted_at is null
    where ${hasCustomers}
    on conflict (business_id) do update set credit_limit = excluded.credit_limit, credit_left = excluded.credit_left,
      currency_code = excluded.currency_code, said_at = excluded.said_at
    returning not exists (
      select from before where before.business_id = business_credit.business_id
        and before.credit_limit = business_credit.credit_limit
        and before.credit_left is not distinct from business_credit.credit_left
        and before.currency_code = business_credit.currency_code
    ) as has_changed`.execute(tx)
  const silent = found.flatMap(({ accountId, credit }) => (credit ? [] : [accountId]))
  const { numAffectedRows = 0n } = await sql`
    delete from business_credit using business
    where business.id = business_id and account_number = any(${silent}::text[])`.execute(tx)
  return rows.filter(({ has_changed }) => has_changed).length + Number(numAffectedRows)
}
