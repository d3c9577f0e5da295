import { sql } from 'kysely'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { lockAccount } from '#identity/lock-account.ts'
import type { people } from './contract.ts'
import { businessToChange, findBusiness } from './find-business.ts'

/** Changes the role or deactivates or activates the user, and ends all their sessions. */
export const changePerson = (db: Db, call: CallOf<typeof people.change>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { role, isActive } = call.body
    if (id === actor._id) throw new Refusal(409, 'You cannot change your own role. Ask another manager, or us.')
    await lockAccount(tx, id)
    await businessToChange(tx, actor, id)
    const before = await tx
      .selectFrom('user_account')
      .select(['buying_role as role', 'is_active as isActive', 'deactivated_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (before.role === role && before.isActive === isActive) return
    const isOurs = before.isActive || (await isByColleague(tx, before.deactivated_by, actor))
    if (isActive && !isOurs && !actor.isAdmin)
      throw new Refusal(403, 'We deactivated this user. Contact us to reactivate the account.')
    if (isActive && !isOurs) throw new Refusal(409, 'Activate this user in Customer Maintenance.')
    await tx
      .updateTable('user_account')
      .set({
        buying_role: role,
        is_active: isActive,
        deactivated_by: isActive ? null : actor._id,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute()
    await endSessions(tx, id)
    const action =
      before.isActive === isActive ? 'role changed' : isActive ? 'account activated' : 'account deactivated'
    await record(action, ['account', id], {
      before: { role: before.role, isActive: before.isActive },
      after: { role, isActive },
    })
  })

/** True if a user of the business deactivated the person; admins can also undo what admins did. */
const isByColleague = async (tx: Tx, deactivatedBy: string | null, actor: Caller): Promise<boolean> => {
  if (deactivatedBy === null || actor.isAdmin) return deactivatedBy !== null
  const { is_admin } = await tx
    .selectFrom('user_account')
    .select('is_admin')
    .where('id', '=', deactivatedBy)
    .executeTakeFirstOrThrow()
  return !is_admin
}

/** Sets whether the managers of a business can manage its users; for admins. */
export const allowManagers = (
  db: Db,
  { params, body: { isManaged }, ...acting }: CallOf<typeof people.allow>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const { id } = await findBusiness(tx, actor, params.id)
    await lockBusinesses(tx, { id, number: null })
    const changed = await tx
      .updateTable('business')
      .set({ manages_people: isManaged })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('manages_people', '!=', isManaged)
      .returning('name')
      .executeTakeFirst()
    if (changed)
      await record('managers allowed', ['business', id], { before: { isManaged: !isManaged }, after: { isManaged } })
  })
