import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { recordAudit } from '#audit/record-entry.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { type CostCenterChange, maxCostCenters, type NewCostCenter } from './cost-center-shapes.ts'

export interface CostCenterContext {
  caller: Caller
  request: RequestFacts
}

export const addCostCenter = (
  db: Db,
  { caller, request, code, name, needsApproval }: CostCenterContext & z.infer<typeof NewCostCenter>,
): Promise<string> =>
  actOnce(db, request, async (tx) => {
    const businessId = ownBusiness(caller)
    await lockBusinesses(tx, { id: businessId, number: null })
    const { count } = await tx
      .selectFrom('cost_center')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
    if (count >= maxCostCenters) throw new Refusal(409, `A business can have at most ${maxCostCenters} cost centers.`)
    await refuseTakenCode(tx, { businessId, code, exceptId: null })
    const id = newId()
    await tx
      .insertInto('cost_center')
      .values({ id, business_id: businessId, code, name, needs_approval: needsApproval })
      .execute()
    const after = { code, name, isActive: true, needsApproval }
    await recordAudit(tx, { ...entry(caller, id, request), action: 'cost center added', after })
    return id
  })

const entry = ({ _id }: Caller, id: string, request: RequestFacts) => ({
  actorId: _id,
  entity: 'cost center',
  entityId: id,
  request,
})

interface Code {
  businessId: string
  code: string
  exceptId: string | null
}

/** The business row is locked, so no concurrent request can take the code. */
const refuseTakenCode = async (tx: Tx, { businessId, code, exceptId }: Code): Promise<void> => {
  const taken = await tx
    .selectFrom('cost_center')
    .select('id')
    .where('business_id', '=', businessId)
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst()
  if (taken) throw new Refusal(409, 'A cost center with this code already exists.', { field: 'code' })
}

type Change = CostCenterContext & { id: string } & z.infer<typeof CostCenterChange>

/** Earlier orders keep the code and the name that they were placed with. */
export const changeCostCenter = (db: Db, { caller, request, id, __v, ...facts }: Change): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const businessId = ownBusiness(caller)
    await lockBusinesses(tx, { id: businessId, number: null })
    const found = await tx
      .selectFrom('cost_center')
      .selectAll()
      .where('id', '=', id)
      .where('business_id', '=', businessId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('Cost center')
    if (found.version !== __v)
      throw new Refusal(409, 'This cost center has changed since you opened it. Open it again.', { __v: found.version })
    const { code, name, isActive, needsApproval } = facts
    await refuseTakenCode(tx, { businessId, code, exceptId: id })
    await tx
      .updateTable('cost_center')
      .set({ code, name, is_active: isActive, needs_approval: needsApproval, version: __v + 1 })
      .where('id', '=', id)
      .execute()
    const before = {
      code: found.code,
      name: found.name,
      isActive: found.is_active,
      needsApproval: found.needs_approval,
    }
    await recordAudit(tx, { ...entry(caller, id, request), action: 'cost center changed', before, after: facts })
  })

/** Applies to new orders. */
export const requireCostCenter = (
  db: Db,
  { caller, request, isRequired }: CostCenterContext & { isRequired: boolean },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const id = ownBusiness(caller)
    await lockBusinesses(tx, { id, number: null })
    const changed = await tx
      .updateTable('business')
      .set({ requires_cost_center: isRequired })
      .where('id', '=', id)
      .where('requires_cost_center', '<>', isRequired)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    await recordAudit(tx, {
      actorId: caller._id,
      action: 'cost center rule changed',
      entity: 'business',
      entityId: id,
      before: { isRequired: !isRequired },
      after: { isRequired },
      request,
    })
  })

/** The business of a manager. Admins get 404, because what a business manages itself is not theirs. */
export const ownBusiness = ({ businessId, isAdmin }: Pick<Caller, 'businessId' | 'isAdmin'>): string => {
  if (isAdmin || businessId === null) throw notFound('Business')
  return businessId
}
