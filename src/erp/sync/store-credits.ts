import { sql } from 'kysely'
import { hasCustomers } from '#customers/business/has-customers.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpAddresses } from '../gateway/erp.ts'

/**
 * Saves the credit limits that the ERP reports, with the time; limits that it does not report any longer are deleted.
 */
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
