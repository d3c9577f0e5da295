import { businessToRead, findBusiness } from '#colleagues/people/find-business.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { act } from '#platform/act.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { approvals } from './contract.ts'
import { hasRules, noRules, type Rules } from './rule-shapes.ts'

/** For users of the business and for staff. */
export const readRules = async (db: Db, { params, user }: CallOf<typeof approvals.rules>): Promise<Rules> =>
  (await rulesOf(db, (await businessToRead(db, user, params.id)).id)) ?? noRules

/** Applies to new orders; waiting requests are not affected. The row is deleted when no rule is set. */
export const saveRules = (
  db: Db,
  { params, body: rules, ...acting }: CallOf<typeof approvals.setRules>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const { id } = await findBusiness(tx, actor, params.id)
    if (actor.isAdmin) throw new Refusal(403, 'Only managers of the business can change its approval rules.')
    await lockBusinesses(tx, { id, number: null })
    const before = (await rulesOf(tx, id)) ?? noRules
    if (JSON.stringify(before) === JSON.stringify(rules)) return
    const kept = {
      over_amount: rules.overAmount,
      over_lines: rules.overLines,
      is_for_cold: rules.isForCold,
      is_for_controlled: rules.isForControlled,
      is_for_new: rules.isForNew,
    }
    if (hasRules(rules))
      await tx
        .insertInto('approval_rules')
        .values({ business_id: id, ...kept })
        .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ ...kept, changed_at: new Date() }))
        .execute()
    else await tx.deleteFrom('approval_rules').where('business_id', '=', id).execute()
    await record('approval rules changed', ['business', id], { before, after: rules })
  })

/** Null without rules. */
const rulesOf = async (db: Db | Tx, businessId: string): Promise<Rules | null> => {
  const [rules] = await rulesOfBusiness(db, { businessId })
  return rules ?? null
}

const rulesOfBusiness = prepareStatement((db, { businessId }: { businessId: string }) =>
  db
    .selectFrom('approval_rules')
    .select([
      'over_amount as overAmount',
      'over_lines as overLines',
      'is_for_cold as isForCold',
      'is_for_controlled as isForControlled',
      'is_for_new as isForNew',
    ])
    .where('business_id', '=', businessId),
)
