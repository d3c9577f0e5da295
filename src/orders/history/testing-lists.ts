import { sql } from 'kysely'
import { accountNumber } from '#shared/account-number.ts'
import { addBilledAccounts } from '#customers/business/billed-accounts.ts'
import type { Db, NewRow } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'

/** An order as the ERP feed writes it, with its account recorded; numbered by the ERP by default. */
export const addListedOrder = async (db: Db, facts: Partial<NewRow<'sales_order'>> = {}): Promise<string> => {
  const id = newId()
  const erp_reference = `T-${id.replaceAll('-', '').slice(-30)}`
  await db.transaction().execute(async (tx) => {
    const bill_to_party_id = accountNumber(facts.bill_to_party_id ?? '')
    const business_id = await orderOwner(tx, { ...facts, bill_to_party_id })
    const order = { id, erp_reference, erp_state: 'linked' as const, business_id, ...facts, bill_to_party_id }
    await tx.insertInto('sales_order').values(order).execute()
    await addBilledAccounts(tx, [bill_to_party_id])
  })
  return id
}

/** The business the order belongs to: the user's, or the one with its account number. */
export const orderOwner = async (
  db: Db,
  { user_id, bill_to_party_id }: Partial<NewRow<'sales_order'>>,
): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      (select business_id from user_account where id = ${user_id ?? null}),
      (select id from business where account_number = ${bill_to_party_id ?? ''} and account_number <> ''
        and deleted_at is null)
    ) as id`.execute(db)
  return rows[0]?.id ?? null
}

export const addInvoice = async (db: Db, facts: Partial<NewRow<'invoice'>> = {}): Promise<string> => {
  const id = facts.id ?? `INV${newId().slice(-12)}`
  const party_id = accountNumber(facts.party_id ?? '1000001')
  const buyer_party_id = accountNumber(facts.buyer_party_id ?? '1000001')
  const payer_party_id = accountNumber(facts.payer_party_id ?? '1000001')
  const invoice = { ...facts, id, party_id, buyer_party_id, payer_party_id }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('invoice').values(invoice).execute()
    await addBilledAccounts(tx, [party_id])
  })
  return id
}

/** Malicious or malformed filters: each must be refused or find nothing. */
export const hostileFilters: readonly string[] = [
  '{"orderIdSap":{"$gt":""}}',
  '{"inv":{"$gt":""}}',
  '{"orderIdSap":["1"],"inv":["1"]}',
  '{"orderIdSap":true,"inv":true}',
  `{"orderIdSap":"${'1'.repeat(4_000)}"}`,
  `{"orderIdSap":"${'1'.repeat(101)}","inv":"${'1'.repeat(101)}"}`,
  '{"orderIdSap":"a\\u0000b","inv":"a\\u0000b"}',
  '{"orderIdSap":"\\ud800","inv":"\\ud800"}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"orderIdSap":"%","inv":"%"}',
  '{"orderIdSap":"_______","inv":"_______"}',
  '{"orderIdSap":"\\\\","inv":"\\\\"}',
  '{"orderIdSap":"\' or 1=1 --","inv":"\' or 1=1 --"}',
  '{"totalPrice":"1e999","total":"1e999"}',
  '{"totalPrice":9007199254740993,"total":9007199254740993}',
  '{"totalPrice":"NaN","total":"NaN"}',
  '{"createdAt":"9999999","inv":"no such invoice"}',
  '{"createdAt":"2026-02-31","inv":"no such invoice"}',
  '{"createdAt":"0000","inv":"no such invoice"}',
  '{"orderStatusSap":"\' union select","status":"\' union select"}',
  '{not json',
  '{',
  '[]',
  '{"orderIdSap":"1"',
]
