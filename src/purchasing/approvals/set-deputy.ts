import { findActivePeople } from '#colleagues/people/find-people.ts'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { approvals } from './contract.ts'

const maxChoices = 200

/** Everyone at the business who can order, except the caller. */
const colleagues = (db: Db | Tx, { _id, businessId }: Caller) =>
  findActivePeople(db, businessId).where('id', '!=', _id).where('buying_role', '!=', 'viewer').limit(maxChoices)

const isApprover = ({ buyingRole }: Caller): boolean => buyingRole === 'approver' || buyingRole === 'manager'

/** Empty for callers who approve nothing. */
export const readDeputy = async (db: Db, caller: Caller, day: string): Promise<Answer<typeof approvals.deputy>> => {
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
  day: string,
  { body: { deputyId, until }, ...acting }: CallOf<typeof approvals.setDeputy>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    if (!isApprover(actor)) throw new Refusal(403, 'Only approvers and managers can have a delegate.')
    if (deputyId === null) {
      await tx.deleteFrom('approval_deputy').where('approver_id', '=', actor._id).execute()
      return record('delegate removed', ['account', actor._id])
    }
    if (until < day) throw new Refusal(400, 'This day has passed. Choose today or a later day.', { field: 'until' })
    const deputy = await colleagues(tx, actor).where('id', '=', deputyId).executeTakeFirst()
    if (!deputy)
      throw new Refusal(409, 'A delegate must be someone at your business who can place orders.', { field: 'deputyId' })
    await tx
      .insertInto('approval_deputy')
      .values({ approver_id: actor._id, deputy_id: deputyId, until })
      .onConflict((conflict) => conflict.column('approver_id').doUpdateSet({ deputy_id: deputyId, until }))
      .execute()
    await record('delegate chosen', ['account', actor._id], { after: { deputyId, until } })
  })
