import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { findBusiness } from '#colleagues/people/find-business.ts'
import { recordAudit } from '#audit/record-entry.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { type BudgetChange, maxBudgets, type NewBudget } from './budget-shapes.ts'
import { ownBusiness, type CostCenterContext } from '../cost-centers/save-cost-centers.ts'

type Facts = z.infer<typeof NewBudget>

export const addBudget = (db: Db, { caller, request, facts }: CostCenterContext & { facts: Facts }): Promise<string> =>
  actOnce(db, request, async (tx) => {
    const businessId = ownBusiness(caller)
    await lockBusinesses(tx, { id: businessId, number: null })
    await refuseUnknown(tx, caller, facts)
    const { count } = await tx
      .selectFrom('budget')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
    if (count >= maxBudgets)
      throw new Refusal(409, `A business can have at most ${maxBudgets} budgets. Remove one first.`)
    await refuseDuplicate(tx, { businessId, exceptId: null, ...facts })
    const id = newId()
    const { userId: user_id, costCenterId: cost_center_id, period, amount, mode } = facts
    await tx
      .insertInto('budget')
      .values({ id, business_id: businessId, user_id, cost_center_id, period, amount, mode })
      .execute()
    await recordAudit(tx, { ...entry(caller, id, request), action: 'budget added', after: facts })
    return id
  })

const entry = ({ _id }: Caller, id: string, request: RequestFacts) => ({
  actorId: _id,
  entity: 'budget',
  entityId: id,
  request,
})

/** People and cost centers of other businesses answer 404. */
const refuseUnknown = async (tx: Tx, caller: Caller, { userId, costCenterId }: Facts): Promise<void> => {
  if (userId !== null && costCenterId !== null)
    throw new Refusal(400, 'Choose a person, a cost center or the whole business, not two of them.')
  if (userId !== null) await findBusiness(tx, caller, userId)
  if (costCenterId === null) return
  const center = await tx
    .selectFrom('cost_center')
    .select('id')
    .where('id', '=', costCenterId)
    .where('business_id', '=', caller.businessId)
    .executeTakeFirst()
  if (!center) throw notFound('Cost center')
}

interface Duplicate extends Pick<Facts, 'userId' | 'costCenterId' | 'period' | 'mode'> {
  businessId: string
  exceptId: string | null
}

/**
 * The business is locked, so no concurrent request can add a duplicate. Budgets that act differently can coexist.
 */
const refuseDuplicate = async (
  tx: Tx,
  { businessId, exceptId, userId, costCenterId, period, mode }: Duplicate,
): Promise<void> => {
  const twin = await tx
    .selectFrom('budget')
    .select('id')
    .where('business_id', '=', businessId)
    .where('period', '=', period)
    .where('mode', '=', mode)
    .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
    .where(sql<boolean>`cost_center_id is not distinct from ${costCenterId}::uuid`)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst()
  if (twin) throw new Refusal(409, 'This budget already exists. Change its amount instead.', { field: 'period' })
}

type Change = CostCenterContext & { id: string } & z.infer<typeof BudgetChange>

/** Applies to new orders. */
export const changeBudget = (db: Db, { caller, request, id, period, amount, mode, __v }: Change): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const businessId = ownBusiness(caller)
    await lockBusinesses(tx, { id: businessId, number: null })
    const found = await lockBudget(tx, { id, businessId })
    if (found.version !== __v)
      throw new Refusal(409, 'This budget has changed since you opened it. Open it again.', { __v: found.version })
    const { user_id: userId, cost_center_id: costCenterId } = found
    await refuseDuplicate(tx, { businessId, exceptId: id, userId, costCenterId, period, mode })
    await tx
      .updateTable('budget')
      .set({
        period,
        amount,
        mode,
        version: __v + 1,
        // Managers have not been notified about the new period.
        ...(period !== found.period && { notified_for: null }),
      })
      .where('id', '=', id)
      .execute()
    const before = { period: found.period, amount: found.amount, mode: found.mode }
    const after = { period, amount, mode }
    await recordAudit(tx, { ...entry(caller, id, request), action: 'budget changed', before, after })
  })

const lockBudget = async (tx: Tx, { id, businessId }: { id: string; businessId: string }) => {
  const found = await tx
    .selectFrom('budget')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('Budget')
  return found
}

export const removeBudget = (db: Db, { caller, request, id }: CostCenterContext & { id: string }): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const found = await lockBudget(tx, { id, businessId: ownBusiness(caller) })
    await tx.deleteFrom('budget').where('id', '=', id).execute()
    const { user_id: userId, cost_center_id: costCenterId, period, amount, mode } = found
    const before = { userId, costCenterId, period, amount, mode }
    await recordAudit(tx, { ...entry(caller, id, request), action: 'budget removed', before })
  })
