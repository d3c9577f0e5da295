import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { queueMail } from '#mail/send-mail.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { approvalRejectedEmail } from './compose-emails.ts'
import {
  type DecisionInput,
  lockRequest,
  type LockedRequest,
  refuseUnlessApprover,
  refuseUnlessTheirStep,
  refuseUnlessWaiting,
} from './lock-request.ts'

interface Closing extends DecisionInput {
  request: RequestFacts
}

/** Emails the reason to the requester. Rejecting the same request twice is idempotent. */
export const rejectRequest = (db: Db, closing: Closing & { reason: string; publicUrl: string }): Promise<void> =>
  transaction(db, async (tx) => {
    const { caller, reason, publicUrl } = closing
    const asked = await lockRequest(tx, closing)
    await refuseUnlessApprover(tx, closing, asked)
    if (asked.state === 'rejected' && asked.decided_by === caller._id) return
    await refuseUnlessWaiting(tx, asked)
    await refuseUnlessTheirStep(tx, closing, asked)
    await close(tx, closing, asked, { state: 'rejected', note: reason })
    const asker = await tx
      .selectFrom('user_account')
      .select(['name', 'last_name as lastName', 'email'])
      .where('id', '=', asked.asked_by)
      .executeTakeFirstOrThrow()
    const { id, total_price: total } = asked
    await queueMail(tx, approvalRejectedEmail({ id, asker, approver: caller, total, reason, publicUrl }))
  })

export const withdrawRequest = (db: Db, closing: Closing): Promise<void> =>
  transaction(db, async (tx) => {
    const asked = await lockRequest(tx, closing)
    if (asked.asked_by !== closing.caller._id) {
      await refuseUnlessApprover(tx, closing, asked)
      throw new Refusal(403, 'Only the requester can withdraw a request. Reject it instead.')
    }
    if (asked.state === 'withdrawn') return
    await refuseUnlessWaiting(tx, asked)
    await close(tx, closing, asked, { state: 'withdrawn', note: '' })
  })

const close = async (
  tx: Tx,
  { caller, request }: Closing,
  { id, asked_by }: LockedRequest,
  { state, note }: { state: 'rejected' | 'withdrawn'; note: string },
): Promise<void> => {
  await tx
    .updateTable('approval_request')
    .set({ state, decided_at: sql<Date>`now()`, decided_by: caller._id, decision_note: note })
    .where('id', '=', id)
    .execute()
  await recordAudit(tx, {
    actorId: caller._id,
    onBehalfOf: asked_by === caller._id ? null : asked_by,
    action: `approval ${state}`,
    entity: 'approval request',
    entityId: id,
    ...(note && { after: { reason: note } }),
    request,
  })
}
