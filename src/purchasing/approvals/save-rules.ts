import { recordAudit } from '#audit/record-entry.ts'
import { findBusiness } from '#colleagues/people/find-business.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { hasRules, noRules, type Rules } from './rule-shapes.ts'

interface Params {
  caller: Caller
  /** Id of a user of the business. */
  userId: string
}

/** For users of the business and for staff. */
export const readRules = async (db: Db, { caller, userId }: Params): Promise<Rules> => {
  const isAdmin = caller.isAdmin || caller.isSalesRep
  const { id } = await findBusiness(db, { businessId: caller.businessId, isAdmin }, userId)
  return (await rulesOf(db, id)) ?? noRules
}

/** Applies to new orders; waiting requests are not affected. The row is deleted when no rule is set. */
export const saveRules = (
  db: Db,
  { caller, userId, rules, request }: Params & { rules: Rules; request: RequestFacts },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const { id } = await findBusiness(tx, caller, userId)
    if (caller.isAdmin) throw new Refusal(403, 'Only managers of the business can change its approval rules.')
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
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'approval rules changed',
      entity: 'business',
      entityId: id,
      before,
      after: rules,
      request,
    })
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
