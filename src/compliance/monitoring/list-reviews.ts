import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import { addBusinessDays } from './add-business-days.ts'
import type { monitoring } from './contract.ts'
import type { LoggedFlag, ReviewRow } from './review-shapes.ts'

const pageSize = 50

export interface Clock {
  timeZone: string
  /** Business days until the first look. */
  days: number
}

type StoredReview = Omit<z.input<typeof ReviewRow>, 'isOverdue' | 'openedAt'> & { openedAt: Date }

export const pageOfReviews = async (
  db: Db,
  { page, state }: { page: number; state: 'open' | 'decided' },
  clock: Clock,
): Promise<z.input<typeof monitoring.reviews.reply>> => {
  const order = state === 'open' ? sql`opened_at, review.id` : sql`decided_at desc, review.id`
  const rows = await reviewRows(
    db,
    clock,
    sql`(outcome is null) = ${state === 'open'} order by ${order} limit ${pageSize + 1} offset ${(page - 1) * pageSize}`,
    order,
  )
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

export const reviewById = async (db: Db, clock: Clock, id: string): Promise<z.input<typeof ReviewRow> | undefined> =>
  (await reviewRows(db, clock, sql`review.id = ${id}::uuid`, sql`review.id`))[0]

const reviewRows = async (
  db: Db,
  { timeZone, days }: Clock,
  which: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<z.input<typeof ReviewRow>[]> => {
  const { rows } = await sql<StoredReview>`
    select review.id as "_id", business.name as customer, families, opened_at as "openedAt", started_at as "startedAt",
      outcome, decided_at as "decidedAt",
      json_build_object('_id', sales_order.id, 'orderIdSap', erp_id, 'createdAt', sales_order.created_at) as "order",
      (select count(*)::int from review_flag where review_id = review.id) as flags
    from (select * from order_review review where ${which}) review
    join sales_order on sales_order.id = review.order_id
    join business on business.id = review.business_id
    order by ${order}`.execute(db)
  return rows.map((row) => ({
    ...row,
    isOverdue:
      row.outcome === null && row.startedAt === null && addBusinessDays(timeZone, row.openedAt, days) < new Date(),
  }))
}

export const pageOfLogged = async (
  db: Db,
  { page }: { page: number },
): Promise<z.input<typeof monitoring.logged.reply>> => {
  const { rows } = await sql<z.input<typeof LoggedFlag>>`
    select flag.id as "_id", business.name as customer, drug_family as family, rule, finding, flag.created_at as at,
      json_build_object('_id', sales_order.id, 'orderIdSap', erp_id) as "order"
    from (select * from review_flag where review_id is null order by created_at desc, id
      limit ${pageSize + 1} offset ${(page - 1) * pageSize}) flag
    join sales_order on sales_order.id = flag.order_id
    join business on business.id = sales_order.business_id
    order by flag.created_at desc, flag.id`.execute(db)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}
