import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { Answer } from '#shared/endpoint.ts'
import { type approvals, requestsPerPage } from './contract.ts'
import { isForApprover, mayApprove } from './find-approvers.ts'
import type { RequestState } from './request-shapes.ts'

type Params = Pick<Caller, '_id' | 'businessId'> & { day: string }

/** Counts waiting requests: those of others if the caller may approve, and the caller's own. */
export const countRequests = async (
  db: Db,
  { _id, businessId, day }: Params,
): Promise<Answer<typeof approvals.status>> => {
  const may = await mayApprove(db, { id: _id, day })
  const { rows } = await sql<{ toDecide: number; mine: number }>`
    select (count(*) filter (where asked_by <> ${_id}::uuid and ${isForApprover(_id, day)}))::int as "toDecide",
      (count(*) filter (where asked_by = ${_id}::uuid))::int as mine
    from approval_request request
    where business_id = ${businessId}::uuid and state = 'waiting' and expires_at > now()`.execute(db)
  const { toDecide = 0, mine = 0 } = rows[0] ?? {}
  return { mayApprove: may, toDecide, mine }
}

interface Listing extends Params {
  whose: 'mine' | 'others'
  page: number
}

interface Row {
  _id: string
  state: RequestState
  asker_id: string
  asker_name: string
  asker_last_name: string
  totalPrice: number
  lineCount: number
  purchaseOrder: string
  createdAt: Date
  expiresAt: Date
  count: number
}

export const listRequests = async (db: Db, listing: Listing): Promise<Answer<typeof approvals.list>> => {
  const { _id, businessId, day, whose, page } = listing
  if (whose === 'others' && !(await mayApprove(db, { id: _id, day }))) return { requests: [], count: 0 }
  const { rows } = await sql<Row>`
    select request.id as "_id", ${requestStateColumn} as state, asked_by as asker_id, asker.name as asker_name,
      asker.last_name as asker_last_name, total_price as "totalPrice", purchase_order as "purchaseOrder",
      (select count(*) from approval_line where request_id = request.id)::int as "lineCount",
      request.created_at as "createdAt", expires_at as "expiresAt", count(*) over ()::int as count
    from approval_request request join user_account asker on asker.id = asked_by
    where request.business_id = ${businessId}::uuid
      and (asked_by = ${_id}::uuid) = ${whose === 'mine'}::boolean
    order by ${requestStateColumn} <> 'waiting', request.id desc
    limit ${requestsPerPage} offset ${(page - 1) * requestsPerPage}`.execute(db)
  const requests = rows.map(({ asker_id, asker_name: name, asker_last_name: lastName, count: _, ...row }) => ({
    ...row,
    askedBy: { _id: asker_id, name, lastName },
  }))
  // Past the last page there is no row to carry the total count.
  const { count } = rows[0] ?? (page > 1 ? await listRequests(db, { ...listing, page: 1 }) : { count: 0 })
  return { requests, count }
}

/** An overdue request counts as expired even before the job has marked it. */
export const requestStateColumn = sql<RequestState>`(case when state = 'waiting' and expires_at <= now() then 'expired' else state end)`
