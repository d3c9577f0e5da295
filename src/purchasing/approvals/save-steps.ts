import { sql } from 'kysely'
import { businessToRead, findBusiness } from '#colleagues/people/find-business.ts'
import { findActivePeople } from '#colleagues/people/find-people.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { approvals } from './contract.ts'
import { maxStepApprovers, type NewStep } from './rule-shapes.ts'

type Answered = Answer<typeof approvals.steps>

/** For users of the business and for staff. */
export const readSteps = async (db: Db, { params, user }: CallOf<typeof approvals.steps>): Promise<Answered> => {
  const { id } = await businessToRead(db, user, params.id)
  return { steps: await stepsOf(db, id), choices: await approversIn(db, id).execute() }
}

/** Replaces the steps. Waiting requests continue with the new steps from their current one. */
export const saveSteps = (
  db: Db,
  { params, body: { steps }, ...acting }: CallOf<typeof approvals.setSteps>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const { id } = await findBusiness(tx, actor, params.id)
    if (actor.isAdmin) throw new Refusal(403, 'Only managers of the business can change its approval steps.')
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
    await record('approval steps changed', ['business', id], {
      before: before.map(({ overAmount, approvers }) => ({
        overAmount,
        approverIds: approvers.map(({ _id }) => _id).toSorted(),
      })),
      after: steps.map(({ overAmount, approverIds }) => ({ overAmount, approverIds: approverIds.toSorted() })),
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
  findActivePeople(db, businessId).where('buying_role', 'in', ['approver', 'manager']).limit(maxStepApprovers)

const stepsOf = async (db: Db | Tx, businessId: string): Promise<Answered['steps']> => {
  const { rows } = await sql<Answered['steps'][number]>`
    select over_amount as "overAmount", (
      select json_agg(json_build_object('_id', person.id, 'name', person.name, 'lastName', person.last_name)
        order by person.last_name, person.name, person.id)
      from approval_step_member member join user_account person on person.id = member.user_id
      where member.business_id = step.business_id and member.step_no = step.step_no
    ) as approvers
    from approval_step step where business_id = ${businessId}::uuid order by step_no`.execute(db)
  return rows
}
