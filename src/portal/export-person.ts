import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'

interface Part {
  what: string
  table: string
  where: RawBuilder<boolean>
  /** Column for paging; tables without it have few rows per person. */
  key?: 'id'
  /** Secrets and redundant columns. */
  without?: readonly string[]
}

const rowsAtOnce = 1_000

/**
 * Exports all data about the person with this email address, record by record: the account (even if deleted), its
 * activity and emails to it. Secrets and their hashes are left out. Yields nothing for an unknown address.
 */
export const exportPerson = async function* (db: Db, email: string): AsyncGenerator<{ what: string; record: unknown }> {
  const people = await db.selectFrom('user_account').select(['id', 'email']).where('email', '=', email).execute()
  for (const { id } of people)
    for (const part of partsOf(id, email))
      for await (const record of recordsOf(db, part)) yield { what: part.what, record }
}

const partsOf = (id: string, email: string): Part[] => {
  const isTheirs = sql<boolean>`user_id = ${id}`
  return [
    { what: 'account', table: 'user_account', where: sql`id = ${id}`, key: 'id', without: ['password_hash'] },
    {
      what: 'business',
      table: 'business',
      where: sql`id = (select business_id from user_account where id = ${id})`,
      key: 'id',
    },
    { what: 'session', table: 'session', where: isTheirs, without: ['token_hash'] },
    { what: 'known browser', table: 'known_device', where: isTheirs, without: ['token_hash'] },
    {
      what: 'change of address',
      table: 'email_proof',
      where: isTheirs,
      key: 'id',
      without: ['key_hash', 'undo_hash'],
    },
    { what: 'passkey', table: 'passkey', where: isTheirs, key: 'id', without: ['public_key'] },
    {
      what: 'authenticator app',
      table: 'authenticator_app',
      where: isTheirs,
      without: ['secret', 'pending_secret', 'last_step'],
    },
    { what: 'company sign-on', table: 'company_identity', where: isTheirs },
    { what: 'saved view', table: 'saved_view', where: isTheirs, key: 'id' },
    { what: 'favorite', table: 'favourite', where: isTheirs },
    { what: 'notice of stock', table: 'stock_request', where: isTheirs },
    { what: 'statements by mail', table: 'statement_wish', where: isTheirs },
    {
      what: 'ship-to address',
      table: 'ship_to',
      where: sql`(proposed_by = ${id} or business_id = (select business_id from user_account where id = ${id}))`,
      key: 'id',
    },
    { what: 'cart', table: 'cart', where: isTheirs, without: ['order_key'] },
    { what: 'parked cart', table: 'parked_cart', where: isTheirs, key: 'id' },
    {
      what: 'line of a parked cart',
      table: 'parked_cart_line',
      where: sql`cart_id in (select id from parked_cart where user_id = ${id})`,
    },
    { what: 'standing order', table: 'guide_schedule', where: isTheirs },
    { what: 'line of a cart', table: 'cart_line', where: isTheirs },
    { what: 'question about an invoice', table: 'invoice_question', where: sql`asked_by = ${id}`, key: 'id' },
    { what: 'change of an order', table: 'order_change', where: sql`asked_by = ${id}`, key: 'id' },
    {
      what: 'changed line',
      table: 'order_change_line',
      where: sql`change_id in (select id from order_change where asked_by = ${id})`,
    },
    { what: 'answer about a substitute', table: 'substitute_answer', where: sql`answered_by = ${id}`, key: 'id' },
    { what: 'return', table: 'return_request', where: sql`requested_by = ${id}`, key: 'id' },
    {
      what: 'returned goods',
      table: 'return_line',
      where: sql`return_id in (select id from return_request where requested_by = ${id})`,
    },
    { what: 'photo of a return', table: 'return_file', where: sql`added_by = ${id}`, key: 'id', without: ['content'] },
    {
      what: 'note about the business',
      table: 'customer_note',
      where: sql`(author_id = ${id} or business_id = (select business_id from user_account where id = ${id}))`,
      key: 'id',
    },
    { what: 'review', table: 'review', where: isTheirs, key: 'id' },
    {
      what: 'order',
      table: 'sales_order',
      where: sql`(user_id = ${id} or placed_by = ${id} or approved_by = ${id} or deleted_by = ${id})`,
      key: 'id',
      without: ['idempotency_key', 'request_hash'],
    },
    {
      what: 'request to approve an order',
      table: 'approval_request',
      where: sql`(asked_by = ${id} or decided_by = ${id})`,
      key: 'id',
    },
    {
      what: 'line of a request',
      table: 'approval_line',
      // Approved requests are exported as orders.
      where: sql`request_id in (select id from approval_request where asked_by = ${id} and state <> 'approved')`,
    },
    { what: 'budget', table: 'budget', where: isTheirs, key: 'id' },
    { what: 'approval step', table: 'approval_step_member', where: isTheirs },
    { what: 'approval of a step', table: 'approval_given', where: isTheirs },
    { what: 'deputy', table: 'approval_deputy', where: sql`(approver_id = ${id} or deputy_id = ${id})` },
    { what: 'email', table: 'mail', where: sql`recipient = ${email}`, key: 'id', without: ['html'] },
    {
      what: 'trail',
      table: 'audit_entry',
      where: sql`(actor_id = ${id} or on_behalf_of = ${id} or entity_id = ${id})`,
      key: 'id',
    },
  ]
}

const recordsOf = async function* (db: Db, { table, where, key, without = [] }: Part): AsyncGenerator<unknown> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = key ? sql`and id > ${last}::uuid order by id limit ${rowsAtOnce}` : sql``
    const { rows } = await sql<{ id: string; record: unknown }>`
      select ${key ? sql`id` : sql`null as id`}, to_jsonb(one) - ${without}::text[] as record
      from ${sql.table(table)} one where ${where} ${page}`.execute(db)
    for (const { record } of rows) yield record
    if (!key || rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}
