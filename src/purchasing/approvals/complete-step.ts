import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { approvalRequestedEmail } from './compose-emails.ts'
import { approversOf, stepAfter, termsOfRequest } from './find-approvers.ts'
import type { DecisionInput, LockedRequest } from './lock-request.ts'
import { type Approved, listNames } from './request-shapes.ts'

interface Completing extends DecisionInput {
  lines: Approved['lines']
  request: RequestFacts
}

/** What to tell an approver who has already approved an earlier step; null if they have not. */
export const completedBefore = async (
  tx: Tx,
  { caller, day }: DecisionInput,
  asked: LockedRequest,
): Promise<string | null> => {
  const given = await tx
    .selectFrom('approval_given')
    .select('step_no')
    .where('request_id', '=', asked.id)
    .where('user_id', '=', caller._id)
    .executeTakeFirst()
  if (!given || asked.state !== 'waiting' || asked.isOver) return null
  return waitsNowFor(await approversOf(tx, termsOfRequest(asked, day)))
}

const waitsNowFor = (approvers: Parameters<typeof listNames>[0]): string =>
  `Approved. Now waiting for approval by ${listNames(approvers)}.`

/**
 * Records the approval of a step that is not the last, with the approver's quantities, gives the next approvers seven
 * days and emails them. Returns what to tell the approver; null if no further step is needed.
 */
export const completeStep = async (tx: Tx, completing: Completing, asked: LockedRequest, publicUrl: string) => {
  const { caller, day, lines, request } = completing
  const stepNo = await stepAfter(tx, termsOfRequest(asked, day))
  if (stepNo === null) return null
  const before = { by: caller._id, stepNo: asked.step_no }
  await tx
    .insertInto('approval_given')
    .values({ request_id: asked.id, user_id: before.by, step_no: before.stepNo })
    .execute()
  await tx
    .updateTable('approval_request')
    .set({ step_no: stepNo, expires_at: sql<Date>`now() + make_interval(days => 7)` })
    .where('id', '=', asked.id)
    .execute()
  await writeApproved(tx, asked.id, lines)
  const approvers = await approversOf(tx, termsOfRequest({ ...asked, step_no: stepNo }, day))
  if (approvers.length === 0)
    throw new Refusal(409, 'No one is available to approve the next step. Ask a manager to change the approval steps.')
  const asker = await tx
    .selectFrom('user_account')
    .select(['name', 'last_name as lastName', 'email'])
    .where('id', '=', asked.asked_by)
    .executeTakeFirstOrThrow()
  for (const approver of approvers)
    await queueMail(
      tx,
      approvalRequestedEmail({
        id: asked.id,
        approver,
        asker,
        approvedBy: caller,
        reasons: asked.reasons,
        askedReason: asked.asked_reason,
        lines: lines.length,
        total: asked.total_price,
        publicUrl,
      }),
    )
  await recordAudit(tx, {
    actorId: caller._id,
    onBehalfOf: asked.asked_by,
    action: 'approval step given',
    entity: 'approval request',
    entityId: asked.id,
    before: { step: asked.step_no },
    after: { step: stepNo, lines: lines.map(({ _id, quantity }) => ({ _id, quantity })) },
    request,
  })
  return waitsNowFor(approvers)
}

/** Records the approved quantities; lines that are missing were removed. */
export const writeApproved = async (tx: Tx, id: string, lines: Approved['lines']): Promise<void> => {
  const [ids, quantities] = [lines.map(({ _id }) => _id), lines.map(({ quantity }) => quantity)]
  await sql`
    update approval_line line
    set approved_quantity = coalesce((
      select quantity from unnest(${ids}::uuid[], ${quantities}::int[]) as approved (product_id, quantity)
      where approved.product_id = line.product_id), 0)
    where request_id = ${id}::uuid`.execute(tx)
}
