import { sql } from 'kysely'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { act, refuseStale } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { maxCostCenters } from './cost-center-shapes.ts'
import type { costCenters } from './contract.ts'

export const addCostCenter = (db: Db, call: CallOf<typeof costCenters.add>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { code, name, needsApproval } = call.body
    const businessId = await lockOwnBusiness(tx, actor)
    await refuseFull(
      tx.selectFrom('cost_center').where('business_id', '=', businessId),
      maxCostCenters,
      `A business can have at most ${maxCostCenters} cost centers.`,
    )
    await refuseTakenCode(tx, { businessId, code, exceptId: null })
    const id = newId()
    await tx
      .insertInto('cost_center')
      .values({ id, business_id: businessId, code, name, needs_approval: needsApproval })
      .execute()
    await record('cost center added', ['cost center', id], { after: { code, name, isActive: true, needsApproval } })
    return id
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

/** Earlier orders keep the code and the name that they were placed with. */
export const changeCostCenter = (
  db: Db,
  { params: { id }, body: { __v, ...facts }, ...acting }: CallOf<typeof costCenters.change>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const businessId = await lockOwnBusiness(tx, actor)
    const found = await tx
      .selectFrom('cost_center')
      .select(['code', 'name', 'is_active as isActive', 'needs_approval as needsApproval', 'version'])
      .where('id', '=', id)
      .where('business_id', '=', businessId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('Cost center')
    const { version, ...before } = found
    refuseStale('This cost center', { opened: __v, version })
    const { code, name, isActive, needsApproval } = facts
    await refuseTakenCode(tx, { businessId, code, exceptId: id })
    await tx
      .updateTable('cost_center')
      .set({ code, name, is_active: isActive, needs_approval: needsApproval, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await record('cost center changed', ['cost center', id], { before, after: facts })
  })

/** Applies to new orders. */
export const requireCostCenter = (db: Db, call: CallOf<typeof costCenters.require>): Promise<void> =>
  setRule(db, call, { column: 'requires_cost_center', action: 'cost center rule changed' })

/** Applies to new orders. */
export const requirePurchaseOrder = (db: Db, call: CallOf<typeof costCenters.requirePurchaseOrder>): Promise<void> =>
  setRule(db, call, { column: 'requires_purchase_order', action: 'purchase order rule changed' })

interface OrderRule {
  column: 'requires_cost_center' | 'requires_purchase_order'
  action: string
}

const setRule = (
  db: Db,
  { body: { isRequired }, ...acting }: CallOf<typeof costCenters.require>,
  { column, action }: OrderRule,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const id = await lockOwnBusiness(tx, actor)
    const changed = await tx
      .updateTable('business')
      .set({ [column]: isRequired })
      .where('id', '=', id)
      .where(column, '<>', isRequired)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    await record(action, ['business', id], { before: { isRequired: !isRequired }, after: { isRequired } })
  })

/** Preselected at checkout of new orders; null if buyers are not asked. */
export const chooseBackorders = (
  db: Db,
  { body: { backorders }, ...acting }: CallOf<typeof costCenters.chooseBackorders>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const id = await lockOwnBusiness(tx, actor)
    const { backorder_default: before } = await tx
      .selectFrom('business')
      .select('backorder_default')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (before === backorders) return
    await tx.updateTable('business').set({ backorder_default: backorders }).where('id', '=', id).execute()
    await record('backorder rule changed', ['business', id], { before: { backorders: before }, after: { backorders } })
  })

/** The business of a manager. Admins get 404, because what a business manages itself is not theirs. */
export const ownBusiness = ({ businessId, isAdmin }: Pick<Caller, 'businessId' | 'isAdmin'>): string => {
  if (isAdmin || businessId === null) throw notFound('Business')
  return businessId
}

export const lockOwnBusiness = async (tx: Tx, caller: Caller): Promise<string> => {
  const id = ownBusiness(caller)
  await lockBusinesses(tx, { id, number: null })
  return id
}
