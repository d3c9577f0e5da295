import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { findBusiness } from '#colleagues/people/find-business.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { approvals } from './contract.ts'
import { maxStepApprovers, type NewStep } from './rule-shapes.ts'

interface Params {
  caller: Caller
  /** Id of a user of the business. */
  userId: string
}

/** For users of the business and for staff. */
export const readSteps = async (db: Db, { caller, userId }: Params): Promise<Answer<typeof approvals.steps>> => {
  const isAdmin = caller.isAdmin || caller.isSalesRep
  const { id } = await findBusiness(db, { businessId: caller.businessId, isAdmin }, userId)
  return { steps: await stepsOf(db, id), choices: await approversIn(db, id).execute() }
}

/** Replaces the steps. Waiting requests continue with the new steps from their current one. */
export const saveSteps = (
  db: Db,
  { caller, userId, steps, request }: Params & { steps: readonly NewStep[]; request: RequestFacts },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const { id } = await findBusiness(tx, caller, userId)
    if (caller.isAdmin) throw new Refusal(403, 'Only managers of the business can change its approval steps.')
    await lockBusinesses(tx, { id, number: null })
    await refuseStrangers(tx, id, steps)
    const before = await stepsOf(tx, id)
    await tx.deleteFrom('approval_step').where('business_id', '=', id).execute()
    const rows = steps.map(({ overAmount, approverIds }, at) => ({ no: at + 1, overAmount, approverIds }))
    if (rows.length > 0) {
      await tx
        .insertInto('approval_step')
        .values(rows.map(({ no, overAmount }) => ({ business_id: id, step_no: no, over_amount: overAmount })))
        .execute()
      await tx
        .insertInto('approval_step_member')
        .values(
          rows.flatMap(({ no, approverIds }) =>
            approverIds.map((user_id) => ({ business_id: id, user_id, step_no: no })),
          ),
        )
        .execute()
    }
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'approval steps changed',
      entity: 'business',
      entityId: id,
      before: before.map(({ overAmount, approvers }) => ({
        overAmount,
        approverIds: approvers.map(({ _id }) => _id).toSorted(),
      })),
      after: steps.map(({ overAmount, approverIds }) => ({ overAmount, approverIds: approverIds.toSorted() })),
      request,
    })
  })

const refuseStrangers = async (tx: Tx, businessId: string, steps: readonly NewStep[]): Promise<void> => {
  const chosen = steps.flatMap(({ approverIds }) => approverIds)
  const found = await approversIn(tx, businessId)
    .where('id', '=', sql<string>`any(${chosen}::uuid[])`)
    .forShare()
    .execute()
  if (found.length < chosen.length)
    throw new Refusal(409, 'Someone in these steps is no longer an approver or manager. Choose the approvers again.')
}

const approversIn = (db: Db | Tx, businessId: string) =>
  db
    .selectFrom('user_account')
    .select(['id as _id', 'name', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where('buying_role', 'in', ['approver', 'manager'])
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('last_name')
    .orderBy('name')
    .orderBy('id')
    .limit(maxStepApprovers)

const stepsOf = async (db: Db | Tx, businessId: string): Promise<Answer<typeof approvals.steps>['steps']> => {
  const { rows } = await sql<Answer<typeof approvals.steps>['steps'][number]>`
    select over_amount as "overAmount", (
      select json_agg(json_build_object('_id', person.id, 'name', person.name, 'lastName', person.last_name)
        order by person.last_name, person.name, person.id)
      from approval_step_member member join user_account person on person.id = member.user_id
      where member.business_id = step.business_id and member.step_no = step.step_no
    ) as approvers
    from approval_step step where business_id = ${businessId}::uuid order by step_no`.execute(db)
  return rows
}
