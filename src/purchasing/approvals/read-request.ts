import { sql } from 'kysely'
import { leftForOrder } from '../budgets/read-budgets.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { stateScheduleWords } from '#catalog/line-words.ts'
import { stateShippedTo } from '#colleagues/ship-to/find-address.ts'
import { stateScheduleOf } from '#compliance/schedules/read-state-schedule.ts'
import { pricesFor } from '#pricing/find-prices.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type * as z from 'zod/mini'
import { approversOf, mayApprove, mayApproveNow, stepAfter, termsOfRequest } from './find-approvers.ts'
import { requestStateColumn } from './list-requests.ts'
import type { ApprovalRequest, RequestLine } from './request-shapes.ts'

interface Reading {
  caller: Pick<Caller, '_id' | 'businessId'>
  id: string
  day: string
  timeZone: string
}

/** Visible to the requester and to approvers of the business; 404 for everyone else. */
export const readRequest = async (
  db: Db,
  { caller, id, day, timeZone }: Reading,
): Promise<z.input<typeof ApprovalRequest>> => {
  const found = await foundRequest(db, caller, id)
  const isMine = found.asked_by === caller._id
  const may = await mayApprove(db, { id: caller._id, day })
  if (!isMine && !may) throw notFound('Request')
  const businessId = found.business_id
  const terms = termsOfRequest(found, day)
  const mayDecide = found.state === 'waiting' && (await mayApproveNow(db, caller._id, terms))
  const [lines, approvers, given, next, budgets] = await Promise.all([
    linesOf(db, { id, businessId, day, shipToId: found.ship_to_id ?? undefined }),
    approversOf(db, terms),
    givenOf(db, id),
    stepAfter(db, terms),
    mayDecide
      ? leftForOrder(db, {
          businessId,
          userId: found.asked_by,
          costCenterId: found.cost_center_id,
          reader: { _id: caller._id, isStaff: false },
          timeZone,
        })
      : [],
  ])
  return {
    _id: id,
    state: found.state,
    askedBy: { _id: found.asked_by, name: found.asker_name, lastName: found.asker_last_name },
    totalPrice: found.total_price,
    lineCount: lines.length,
    purchaseOrder: found.purchase_order,
    orderNote: found.note,
    attention: found.attention,
    requestedDay: found.requested_day,
    backorders: found.backorder_choice,
    createdAt: found.created_at,
    expiresAt: found.expires_at,
    reasons: found.reasons,
    askedReason: found.asked_reason,
    budgets,
    shippingMethod: found.shipping_method,
    costCenter: found.center_code === null ? null : { code: found.center_code, name: found.center_name ?? '' },
    shipTo: found.ship_to ?? '',
    lines,
    approvers,
    given,
    isLastStep: next === null,
    decidedBy: found.decided_by
      ? { _id: found.decided_by, name: found.decider_name ?? '', lastName: found.decider_last_name ?? '' }
      : null,
    decidedAt: found.decided_at,
    note: found.decision_note,
    orderId: found.order_id,
    isMine,
    mayDecide,
  }
}

const givenOf = async (db: Db, id: string): Promise<z.input<typeof ApprovalRequest>['given']> => {
  const rows = await db
    .selectFrom('approval_given')
    .innerJoin('user_account', 'user_account.id', 'user_id')
    .select(['user_id as _id', 'name', 'last_name as lastName', 'given_at as at'])
    .where('request_id', '=', id)
    .orderBy('step_no')
    .execute()
  return rows.map(({ at, ...by }) => ({ by, at }))
}

const shipToOf = sql<string | null>`(
  select name || ', ' || address1 || ', ' || city || ', ' || ship_to.state || ' ' || zip
  from ship_to where ship_to.id = approval_request.ship_to_id)`

const foundRequest = async (db: Db, { businessId }: Reading['caller'], id: string) => {
  const found = await db
    .selectFrom('approval_request')
    .innerJoin('user_account as asker', 'asker.id', 'asked_by')
    .leftJoin('user_account as decider', 'decider.id', 'decided_by')
    .leftJoin('cost_center as center', 'center.id', 'cost_center_id')
    .selectAll('approval_request')
    .select([
      requestStateColumn.as('state'),
      'asker.name as asker_name',
      'center.code as center_code',
      'center.name as center_name',
      'asker.last_name as asker_last_name',
      'decider.name as decider_name',
      'decider.last_name as decider_last_name',
      shipToOf.as('ship_to'),
    ])
    .where('approval_request.id', '=', id)
    .where('approval_request.business_id', '=', businessId)
    .executeTakeFirst()
  if (!found) throw notFound('Request')
  return found
}

interface LinesAsked {
  id: string
  businessId: string
  day: string
  shipToId: string | undefined
}

type AskedLine = Omit<RequestLine, 'stateSchedule'> & { isSold: boolean; stateSchedule: string | null }

const linesOf = async (db: Db, { id, businessId, day, shipToId }: LinesAsked): Promise<RequestLine[]> => {
  const state = await stateShippedTo(db, { businessId, shipToId })
  const { rows } = await sql<AskedLine>`
    select line.product_id as "_id", line.name, coalesce(nullif(product.ndc_number, ''), product.slug) as slug,
      case when product.deleted_at is null then product.slug else '' end as page, product.image, line.quantity, line.price as "askedPrice", null as price, product.count_in_stock as "countInStock",
      product.is_non_stocked as "isNonStocked", product.cold_status as "coldStatus",
      product.dea_schedule as "deaSchedule", ${stateScheduleOf(sql`${state}::text`, sql`${day}::date`)} as "stateSchedule",
      line.note, line.approved_quantity as "approvedQuantity", product.is_published and product.deleted_at is null and ${isVisibleTo(sql`${businessId}::uuid`)} as "isSold"
    from approval_line line join product on product.id = line.product_id
    where line.request_id = ${id}::uuid order by line.line_no`.execute(db)
  const prices = await pricesFor(db, { businessId, day }, rows)
  return rows.map(({ isSold, stateSchedule, ...line }, at) => ({
    ...line,
    ...(stateSchedule && { stateSchedule: stateScheduleWords(stateSchedule) }),
    price: isSold ? (prices[at]?.price ?? null) : null,
  }))
}
