import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { act, type Act } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessDay } from '#shared/business-day.ts'
import { approvalRejectedEmail } from './compose-emails.ts'
import type { approvals } from './contract.ts'
import {
  lockRequest,
  type LockedRequest,
  refuseUnlessApprover,
  refuseUnlessTheirStep,
  refuseUnlessWaiting,
  requesterOf,
} from './lock-request.ts'

/** Emails the reason to the requester. Rejecting the same request twice is idempotent. */
export const rejectRequest = ({ db, config }: App, call: CallOf<typeof approvals.reject>): Promise<void> =>
  act(db, call, async (acting) => {
    const { tx, actor } = acting
    const { reason } = call.body
    const asked = await lockRequest(tx, call, businessDay(config.BUSINESS_TIME_ZONE))
    await refuseUnlessApprover(tx, actor, asked)
    if (asked.state === 'rejected' && asked.decided_by === actor._id) return
    await refuseUnlessWaiting(tx, asked)
    await refuseUnlessTheirStep(tx, actor, asked)
    await close(acting, asked, { state: 'rejected', note: reason })
    const { id, total_price: total } = asked
    const asker = await requesterOf(tx, asked)
    const publicUrl = config.PUBLIC_URL
    await queueMail(tx, approvalRejectedEmail({ id, asker, approver: actor, total, reason, publicUrl }))
  })

export const withdrawRequest = ({ db, config }: App, call: CallOf<typeof approvals.withdraw>): Promise<void> =>
  act(db, call, async (acting) => {
    const { tx, actor } = acting
    const asked = await lockRequest(tx, call, businessDay(config.BUSINESS_TIME_ZONE))
    if (asked.asked_by !== actor._id) {
      await refuseUnlessApprover(tx, actor, asked)
      throw new Refusal(403, 'Only the requester can withdraw a request. Reject it instead.')
    }
    if (asked.state === 'withdrawn') return
    await refuseUnlessWaiting(tx, asked)
    await close(acting, asked, { state: 'withdrawn', note: '' })
  })

const close = async (
  { tx, actor, record }: Act<Caller>,
  { id, asked_by }: LockedRequest,
  { state, note }: { state: 'rejected' | 'withdrawn'; note: string },
): Promise<void> => {
  await tx
    .updateTable('approval_request')
    .set({ state, decided_at: sql<Date>`now()`, decided_by: actor._id, decision_note: note })
    .where('id', '=', id)
    .execute()
  await record(`approval ${state}`, ['approval request', id], {
    onBehalfOf: asked_by === actor._id ? null : asked_by,
    ...(note && { after: { reason: note } }),
  })
}
