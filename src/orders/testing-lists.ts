import { randomUUIDv7 } from 'node:crypto'
import type { Db, NewRow } from '#server/db/tables.ts'

/** An order as it stands in the table; unless said otherwise one that the ERP has numbered. */
export const addOrder = async (db: Db, facts: Partial<NewRow<'sales_order'>> = {}): Promise<string> => {
  const id = randomUUIDv7()
  await db
    .insertInto('sales_order')
    .values({ id, erp_reference: `T-${id.replaceAll('-', '').slice(-30)}`, erp_state: 'linked', ...facts })
    .execute()
  return id
}

export const addInvoice = async (db: Db, facts: Partial<NewRow<'invoice'>> = {}): Promise<string> => {
  const id = facts.id ?? `INV${randomUUIDv7().slice(-12)}`
  await db
    .insertInto('invoice')
    .values({ id, party_id: '1000001', buyer_party_id: '1000001', payer_party_id: '1000001', ...facts })
    .execute()
  return id
}

/** Filters as nobody means them: each must be refused or find nothing, and never break anything. */
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
