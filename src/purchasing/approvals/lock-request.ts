import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { approvals } from './contract.ts'
import { fullName } from '#shared/full-name.ts'
import { approversOf, mayApprove, mayApproveNow, termsOfRequest } from './find-approvers.ts'
import { listNames } from './request-shapes.ts'

type Deciding = CallOf<typeof approvals.withdraw>

/** The first lock of a decision. Of two concurrent decisions the second waits and sees the result of the first. */
export const lockRequest = async (tx: Tx, { params, user }: Deciding, day: string) => {
  const locked = await tx
    .selectFrom('approval_request')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('isOver'))
    .where('id', '=', params.id)
    .where('business_id', '=', user.businessId)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound('Request')
  return { ...locked, day }
}
export type LockedRequest = Awaited<ReturnType<typeof lockRequest>>

/** 404 for anyone who is neither the requester nor an approver. */
export const refuseUnlessApprover = async (tx: Tx, caller: Caller, asked: LockedRequest): Promise<void> => {
  if (asked.asked_by === caller._id)
    throw new Refusal(403, 'You can’t approve or reject your own order. Ask another approver.')
  if (!(await mayApprove(tx, { id: caller._id, day: asked.day }))) throw notFound('Request')
}

export const refuseUnlessWaiting = async (tx: Tx, { state, decided_by, order_id, isOver }: LockedRequest) => {
  if (state === 'waiting' && !isOver) return
  const decider = await tx
    .selectFrom('user_account')
    .select(['name', 'last_name as lastName'])
    .where('id', '=', decided_by)
    .executeTakeFirst()
  const by = decider ? ` by ${fullName(decider)}` : ''
  const became = state === 'waiting' || state === 'expired' ? 'has expired' : `was already ${state}${by}`
  throw new Refusal(409, `This request ${became}.`, { isDecided: true, ...(order_id && { orderId: order_id }) })
}

/** Whom to email about the decision. */
export const requesterOf = (tx: Tx, { asked_by }: LockedRequest) =>
  tx
    .selectFrom('user_account')
    .select(['name', 'last_name as lastName', 'email'])
    .where('id', '=', asked_by)
    .executeTakeFirstOrThrow()

/** Refuses approvers of another step and those who have already approved an earlier one. */
export const refuseUnlessTheirStep = async (tx: Tx, caller: Caller, asked: LockedRequest): Promise<void> => {
  const terms = termsOfRequest(asked, asked.day)
  if (await mayApproveNow(tx, caller._id, terms)) return
  throw new Refusal(409, waitsFor(await approversOf(tx, terms)))
}

const waitsFor = (approvers: Parameters<typeof listNames>[0]): string =>
  approvers.length > 0
    ? `This request is waiting for approval by ${listNames(approvers)}.`
    : 'This request is waiting for the next approver, and no one is available. Ask a manager to change the approval steps.'
