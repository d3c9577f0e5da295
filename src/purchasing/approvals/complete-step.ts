import { sql } from 'kysely'
import { queueMails } from '#mail/send-mail.ts'
import type { Act } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { approvalRequestedEmail } from './compose-emails.ts'
import { approversOf, stepAfter, termsOfRequest } from './find-approvers.ts'
import { type LockedRequest, requesterOf } from './lock-request.ts'
import { daysValid } from './request-approval.ts'
import { type Approved, listNames } from './request-shapes.ts'

interface Completing {
  asked: LockedRequest
  lines: Approved['lines']
  publicUrl: string
}

/** What to tell an approver who has already approved an earlier step; null if they have not. */
export const completedBefore = async (tx: Tx, caller: Caller, asked: LockedRequest): Promise<string | null> => {
  const given = await tx
    .selectFrom('approval_given')
    .select('step_no')
    .where('request_id', '=', asked.id)
    .where('user_id', '=', caller._id)
    .executeTakeFirst()
  if (!given || asked.state !== 'waiting' || asked.isOver) return null
  return waitsNowFor(await approversOf(tx, termsOfRequest(asked, asked.day)))
}

const waitsNowFor = (approvers: Parameters<typeof listNames>[0]): string =>
  approvers.length > 0
    ? `Approved. Now waiting for approval by ${listNames(approvers)}.`
    : 'Approved. No one is available for the next step. Ask a manager to change the approval steps.'

/**
 * Records the approval of a step that is not the last, with the approver's quantities, gives the next approvers seven
 * days and emails them. Returns what to tell the approver; null if no further step is needed.
 */
export const completeStep = async (
  { tx, actor, record }: Act<Caller>,
  { asked, lines, publicUrl }: Completing,
): Promise<string | null> => {
  const stepNo = await stepAfter(tx, termsOfRequest(asked, asked.day))
  if (stepNo === null) return null
  await tx
    .insertInto('approval_given')
    .values({ request_id: asked.id, user_id: actor._id, step_no: asked.step_no })
    .execute()
  await tx
    .updateTable('approval_request')
    .set({ step_no: stepNo, expires_at: sql<Date>`now() + make_interval(days => ${daysValid})` })
    .where('id', '=', asked.id)
    .execute()
  await writeApproved(tx, asked.id, lines)
  const approvers = await approversOf(tx, termsOfRequest({ ...asked, step_no: stepNo }, asked.day))
  if (approvers.length === 0)
    throw new Refusal(409, 'No one is available to approve the next step. Ask a manager to change the approval steps.')
  const email = {
    id: asked.id,
    asker: await requesterOf(tx, asked),
    approvedBy: actor,
    reasons: asked.reasons,
    askedReason: asked.asked_reason,
    lines: lines.length,
    total: asked.total_price,
    publicUrl,
  }
  await queueMails(
    tx,
    approvers.map((approver) => approvalRequestedEmail(approver, email)),
  )
  await record('approval step completed', ['approval request', asked.id], {
    onBehalfOf: asked.asked_by,
    before: { step: asked.step_no },
    after: { step: stepNo, lines: lines.map(({ _id, quantity }) => ({ _id, quantity })) },
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
