import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { historyOwner } from '#customers/business/own-records.ts'
import { allOf, anyOf, type Condition } from '#platform/db/conditions.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { deskStates, ReturnDetail, ReturnRow, PreparedAnswer } from './contract.ts'
import type { Desk } from './return-shapes.ts'

const pageSize = 50

/** Requests of the caller’s business, or of the customer whom a rep works for, and those that the rep made. */
export const isOwnReturn = (caller: Caller): Condition => {
  const { businessId, placerId } = historyOwner(caller)
  return anyOf([
    sql<boolean>`return_request.business_id = ${businessId}::uuid`,
    sql<boolean>`return_request.requested_by = ${placerId}::uuid`,
  ])
}

type Page = { rows: z.input<typeof ReturnRow>[]; hasMore: boolean }

interface Listing {
  where: Condition
  page: number
  isOldestFirst: boolean
}

const columns = sql`
  request.id as "_id", request.number, authorized_at is not null as "isAuthorized", state, desk, requested_at as "requestedAt", invoice_id as invoice,
  trim(person.name || ' ' || person.last_name) as "requestedBy", business.name as company,
  case when sales_order.id is not null
    then json_build_object('_id', sales_order.id, 'orderIdSap', sales_order.erp_id) end as "order",
  (select name from return_line where return_id = request.id and line_no = 1) as product,
  (select count(*)::int from return_line where return_id = request.id) as lines`

const joined = sql`join user_account person on person.id = request.requested_by
  join business on business.id = request.business_id left join sales_order on sales_order.id = request.order_id`

const pageOfReturns = async (db: Db, { where, page, isOldestFirst }: Listing): Promise<Page> => {
  const direction = isOldestFirst ? sql`` : sql`desc`
  const { rows } = await sql<z.input<typeof ReturnRow>>`
    select ${columns} from (select * from return_request where ${where}
      order by requested_at ${direction}, id limit ${pageSize + 1} offset ${(page - 1) * pageSize}) request ${joined}
    order by request.requested_at ${direction}, request.id`.execute(db)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

interface OwnQuery {
  page: number
  order?: string | undefined
  invoice?: string | undefined
}

/** Newest first; of an order or invoice only, if given. */
export const ownReturns = (db: Db, caller: Caller, { page, order, invoice }: OwnQuery): Promise<Page> =>
  pageOfReturns(db, {
    where: allOf([
      isOwnReturn(caller),
      ...(order ? [sql<boolean>`order_id = ${order}`] : []),
      ...(invoice
        ? [sql<boolean>`(invoice_id = ${invoice} or order_id = (select order_id from invoice where id = ${invoice}))`]
        : []),
    ]),
    page,
    isOldestFirst: false,
  })

interface DeskQuery {
  page: number
  state: (typeof deskStates)[number]
  desk?: Desk | undefined
  q: string
}

/** Open requests oldest first, closed ones newest first. */
export const deskReturns = (db: Db, { page, state, desk, q }: DeskQuery): Promise<Page> =>
  pageOfReturns(db, {
    where: allOf([
      state === 'open' ? sql<boolean>`closed_at is null` : sql<boolean>`state = ${state}`,
      ...(desk ? [sql<boolean>`desk = ${desk}`] : []),
      ...(q.trim() ? [isAbout(q.trim())] : []),
    ]),
    page,
    isOldestFirst: ['open', 'requested', 'authorized', 'received'].includes(state),
  })

/** Requests without an answer, for the mark in the navigation. */
export const countWaiting = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('return_request')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow()
  return Number(count)
}

const isAbout = (text: string): Condition => {
  const [, digits] = /^(?:rma-?)?\s*(\d{6,9})$/i.exec(text) ?? []
  return anyOf([
    ...(digits ? [sql<boolean>`number = ${Number(digits)}`] : []),
    sql<boolean>`order_id in (select id from sales_order where erp_id = ${text})`,
    sql<boolean>`invoice_id = ${text}`,
    sql<boolean>`business_id in (select id from business where account_number = ${text} and account_number <> '')`,
  ])
}

/** A request that the caller may see; any other counts as not found. */
export const returnById = async (db: Db | Tx, caller: Caller, id: string): Promise<z.input<typeof ReturnDetail>> => {
  const { rows } = await sql<z.input<typeof ReturnDetail>>`
    select ${columns}, request.version as "__v", contact, answer, order_form as "orderForm",
      credit_number as "creditNumber", authorized_at as "authorizedAt", received_at as "receivedAt",
      closed_at as "closedAt", '[]'::json as credits,
      (select json_agg(json_build_object('lineNo', line_no, 'name', line.name, 'number', line.number,
        'quantity', quantity, 'reason', reason, 'words', words, 'lot', lot, 'expiry', expiry, 'condition', condition,
        'schedule', schedule, 'storage', storage, 'needsTrace', line.needs_trace, 'why', why, 'next', next_step,
        'receivedQuantity', received_quantity, 'receivedCondition', received_condition,
        'restockedQuantity', restocked_quantity) order by line_no)
        from return_line line where return_id = request.id) as items,
      coalesce((select json_agg(id order by added_at, id) from return_file
        where return_id = request.id and kind = 'photo'), '[]') as photos,
      (select id from return_file where return_id = request.id and kind = 'label') as label
    from (select * from return_request where id = ${id}
      and ${caller.isAdmin ? sql<boolean>`true` : isOwnReturn(caller)}) request ${joined}`.execute(db)
  const [found] = rows
  if (!found) throw notFound('Return')
  return caller.isAdmin ? { ...found, credits: await creditsFor(db, id) } : found
}

/** Released credit notes of the same customer and order, or invoice, that closed no request yet. */
const creditsFor = async (db: Db | Tx, id: string): Promise<z.input<typeof ReturnDetail>['credits']> => {
  const { rows } = await sql<z.input<typeof ReturnDetail>['credits'][number]>`
    select invoice.id as "_id", invoice_date::text as date, total_gross_amount as amount, currency_code as currency
    from return_request request join business on business.id = request.business_id
    join invoice on ${isCreditOf}
    where request.id = ${id} and request.closed_at is null
      and not exists (select from return_request other where other.credit_number = invoice.id)
    order by invoice_date desc, invoice.id limit 20`.execute(db)
  return rows
}

/** A released credit note of the joined business. */
export const isCreditForBusiness = sql<boolean>`(invoice.is_credit and not invoice.is_cancellation
  and invoice.cancelled_by is null and invoice.release_status_code = '3' and business.account_number <> ''
  and business.account_number in (invoice.party_id, invoice.buyer_party_id))`

/** A released credit note of the request’s customer and of its order, or of its invoice. */
export const isCreditOf = sql<boolean>`(${isCreditForBusiness}
  and (invoice.order_id = request.order_id or invoice.cancels = request.invoice_id))`

export const listTemplates = async (db: Db): Promise<z.input<typeof PreparedAnswer>[]> =>
  db
    .selectFrom('return_template')
    .select(['id as _id', 'kind', 'title', 'words', 'version as __v'])
    .orderBy('kind')
    .orderBy(sql`lower(title)`)
    .limit(200)
    .execute()
