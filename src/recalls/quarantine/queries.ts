import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Condition } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { sentOrdersWith } from '../list-sent-orders.ts'
import type { CaseDetail, CaseRow } from './case-shapes.ts'

const pageSize = 50

const fullName = (who: string): RawBuilder<string> =>
  sql`coalesce(trim(${sql.raw(`${who}.name || ' ' || ${who}.last_name`)}), '')`

const casesWhere = async (db: Db, where: Condition, page = 1): Promise<z.input<typeof CaseRow>[]> => {
  const { rows } = await sql<z.input<typeof CaseRow>>`
    select suspect.id as "_id", lots, stops_sales as "stopsSales", opened_at as "openedAt",
      ${fullName('opener')} as "openedBy", concluded_at as "concludedAt",
      case when outcome is null then 'open' when outcome = 'illegitimate' and ended_at is not null then 'ended'
        else outcome end as state,
      json_build_object('_id', product.id, 'name', product.name, 'ndcNumber', product.ndc_number,
        'manufacturer', product.manufacturer, 'deaSchedule', product.dea_schedule, 'coldStatus', product.cold_status) as product
    from (select * from suspect_case where ${where}
      order by opened_at desc, id limit ${pageSize + 1} offset ${(page - 1) * pageSize}) suspect
      join product on product.id = suspect.product_id
      join user_account opener on opener.id = suspect.opened_by
    order by opened_at desc, suspect.id`.execute(db)
  return rows
}

export const pageOfCases = async (db: Db, page: number) => {
  const rows = await casesWhere(db, sql<boolean>`true`, page)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

const dayLong = 86_400_000

export const caseById = async (db: Db, id: string): Promise<Omit<z.input<typeof CaseDetail>, 'stoppedReturns'>> => {
  const [row] = await casesWhere(db, sql<boolean>`suspect_case.id = ${id}`)
  if (!row) throw notFound('Case')
  const suspect = await db.selectFrom('suspect_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { product_id: productId, concluded_at: concludedAt, outcome } = suspect
  const [notices, ordersOnHold, sentOrders, files, notes, concluder] = await Promise.all([
    noticesOf(db, id),
    onHoldWith(db, productId),
    sentOrdersWith(db, productId),
    filesOf(db, id),
    notesOf(db, id),
    db
      .selectFrom('user_account')
      .select(fullName('user_account').as('name'))
      .where('id', '=', suspect.concluded_by)
      .executeTakeFirst(),
  ])
  return {
    ...row,
    serials: suspect.serials,
    reason: suspect.reason,
    soldSince: suspect.sold_since,
    sample: suspect.sample,
    conclusion: suspect.conclusion,
    concludedBy: concluder?.name ?? '',
    fdaReference: suspect.fda_reference,
    endedAt: suspect.ended_at,
    noticeDue: outcome === 'illegitimate' && concludedAt ? new Date(concludedAt.getTime() + dayLong) : null,
    notices,
    ordersOnHold,
    sentOrders,
    files,
    notes,
    __v: suspect.version,
  }
}

const noticesOf = async (db: Db, id: string): Promise<z.input<typeof CaseDetail>['notices']> => {
  const { rows } = await sql<z.input<typeof CaseDetail>['notices'][number]>`
    select turn, count(*)::int as recipients, count(queued_at)::int as queued,
      (count(*) filter (where queued_at is not null and mail_count = 0))::int as "withoutEmail",
      max(queued_at) as "lastQueuedAt"
    from notice_recipient where case_id = ${id} group by turn order by min(id::text)`.execute(db)
  return rows
}

const onHoldWith = async (db: Db, productId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sales_order
    where erp_state = 'held' and deleted_at is null
      and exists (select from order_hold where order_id = sales_order.id and kind = 'quarantine' and ended_at is null)
      and id in (select order_id from order_line where product_id = ${productId})`.execute(db)
  return rows[0]?.count ?? 0
}

const notesOf = async (db: Db, id: string): Promise<z.input<typeof CaseDetail>['notes']> => {
  const { rows } = await sql<z.input<typeof CaseDetail>['notes'][number]>`
    select note.id as "_id", ${fullName('author')} as author, text, note.created_at as "createdAt"
    from suspect_note note join user_account author on author.id = author_id
    where case_id = ${id} order by note.id desc limit 500`.execute(db)
  return rows
}

const filesOf = async (db: Db, id: string): Promise<z.input<typeof CaseDetail>['files']> => {
  const { rows } = await sql<z.input<typeof CaseDetail>['files'][number]>`
    select file.id as "_id", file.name, ${fullName('author')} as "addedBy", added_at as "addedAt"
    from suspect_file file join user_account author on author.id = added_by
    where case_id = ${id} order by file.id desc`.execute(db)
  return rows
}
