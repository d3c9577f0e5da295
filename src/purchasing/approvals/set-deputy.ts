import { recordAudit } from '#audit/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { approvals } from './contract.ts'
import type { NewDeputy } from './request-shapes.ts'

interface Params {
  caller: Caller
  day: string
}

const maxChoices = 200

/** Everyone at the business who can order, except the caller. */
const colleagues = (db: Db | Tx, { _id, businessId }: Caller) =>
  db
    .selectFrom('user_account')
    .select(['id as _id', 'name', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where('id', '!=', _id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('buying_role', '!=', 'viewer')
    .orderBy('last_name')
    .orderBy('name')
    .orderBy('id')
    .limit(maxChoices)

const isApprover = ({ buyingRole }: Caller): boolean => buyingRole === 'approver' || buyingRole === 'manager'

/** Empty for callers who approve nothing. */
export const readDeputy = async (db: Db, { caller, day }: Params): Promise<Answer<typeof approvals.deputy>> => {
  if (!isApprover(caller)) return { deputy: null, choices: [] }
  const choices = await colleagues(db, caller).execute()
  const named = await db
    .selectFrom('approval_deputy')
    .select(['deputy_id', 'until'])
    .where('approver_id', '=', caller._id)
    .where('until', '>=', day)
    .executeTakeFirst()
  const deputy = choices.find(({ _id }) => _id === named?.deputy_id)
  return { deputy: deputy && named ? { ...deputy, until: named.until } : null, choices }
}

/** An approver has one deputy at a time, who can see and decide the same requests through the last day. */
export const setDeputy = (
  db: Db,
  { caller, day, deputyId, until, request }: Params & NewDeputy & { request: RequestFacts },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    if (!isApprover(caller)) throw new Refusal(403, 'Only approvers and managers can have a delegate.')
    if (deputyId === null) await tx.deleteFrom('approval_deputy').where('approver_id', '=', caller._id).execute()
    else await putDeputy(tx, { caller, day, deputyId, until })
    await recordAudit(tx, {
      actorId: caller._id,
      action: deputyId ? 'deputy named' : 'deputy ended',
      entity: 'account',
      entityId: caller._id,
      ...(deputyId && { after: { deputyId, until } }),
      request,
    })
  })

const putDeputy = async (
  tx: Tx,
  { caller, day, deputyId, until }: Params & { deputyId: string; until: string },
): Promise<void> => {
  if (until < day) throw new Refusal(400, 'This day has passed. Choose today or a later day.', { field: 'until' })
  const deputy = await colleagues(tx, caller).where('id', '=', deputyId).executeTakeFirst()
  if (!deputy)
    throw new Refusal(409, 'A delegate must be someone at your business who can place orders.', { field: 'deputyId' })
  await tx
    .insertInto('approval_deputy')
    .values({ approver_id: caller._id, deputy_id: deputyId, until })
    .onConflict((conflict) => conflict.column('approver_id').doUpdateSet({ deputy_id: deputyId, until }))
    .execute()
}
