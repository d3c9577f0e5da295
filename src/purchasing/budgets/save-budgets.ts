import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { findBusiness } from '#colleagues/people/find-business.ts'
import { act, refuseStale } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { maxBudgets, type NewBudget } from './budget-shapes.ts'
import type { budgets } from './contract.ts'
import { lockOwnBusiness, ownBusiness } from '../cost-centers/save-cost-centers.ts'

type Facts = z.infer<typeof NewBudget>

export const addBudget = (db: Db, call: CallOf<typeof budgets.add>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const facts = call.body
    const businessId = await lockOwnBusiness(tx, actor)
    await refuseUnknown(tx, actor, facts)
    await refuseFull(
      tx.selectFrom('budget').where('business_id', '=', businessId),
      maxBudgets,
      `A business can have at most ${maxBudgets} budgets. Remove one first.`,
    )
    await refuseDuplicate(tx, { businessId, exceptId: null, ...facts })
    const id = newId()
    const { userId: user_id, costCenterId: cost_center_id, period, amount, mode } = facts
    await tx
      .insertInto('budget')
      .values({ id, business_id: businessId, user_id, cost_center_id, period, amount, mode })
      .execute()
    await record('budget added', ['budget', id], { after: facts })
    return id
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

/** Applies to new orders. */
export const changeBudget = (db: Db, call: CallOf<typeof budgets.change>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const { __v, ...after } = call.body
    const businessId = await lockOwnBusiness(tx, actor)
    const found = await lockBudget(tx, { id, businessId })
    refuseStale('This budget', { opened: __v, version: found.version })
    const { user_id: userId, cost_center_id: costCenterId } = found
    await refuseDuplicate(tx, { businessId, exceptId: id, userId, costCenterId, ...after })
    await tx
      .updateTable('budget')
      .set({
        ...after,
        version: __v + 1,
        // Managers have not been notified about the new period.
        ...(after.period !== found.period && { notified_for: null }),
      })
      .where('id', '=', id)
      .execute()
    const before = { period: found.period, amount: found.amount, mode: found.mode }
    await record('budget changed', ['budget', id], { before, after })
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

export const removeBudget = (db: Db, { params: { id }, ...acting }: CallOf<typeof budgets.remove>): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const found = await lockBudget(tx, { id, businessId: ownBusiness(actor) })
    await tx.deleteFrom('budget').where('id', '=', id).execute()
    const { user_id: userId, cost_center_id: costCenterId, period, amount, mode } = found
    await record('budget removed', ['budget', id], { before: { userId, costCenterId, period, amount, mode } })
  })
