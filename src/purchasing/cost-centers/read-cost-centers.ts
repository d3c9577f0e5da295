import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { customerToOrderFor } from '#identity/find-customer.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import { sql } from 'kysely'
import { maxCostCenters } from './cost-center-shapes.ts'
import type * as contract from './contract.ts'
import { ownBusiness } from './save-cost-centers.ts'

/** All cost centers of the business, for its managers. */
export const listCostCenters = async (db: Db, caller: Caller): Promise<Answer<typeof contract.costCenters.list>> => {
  const rows = await centersOf(db, { businessId: ownBusiness(caller) })
  return {
    costCenters: rows.flatMap(({ id: _id, code, name, isActive, needsApproval, __v }) =>
      _id === null ? [] : [{ _id, code, name, isActive, needsApproval, __v }],
    ),
    isRequired: rows[0]?.isRequired ?? false,
    needsPurchaseOrder: rows[0]?.needsPurchaseOrder ?? false,
    backorders: rows[0]?.backorders ?? null,
  }
}

interface Row {
  /** Null in the only row of a business without cost centers. */
  id: string | null
  code: string
  name: string
  isActive: boolean
  needsApproval: boolean
  __v: number
  isRequired: boolean
  needsPurchaseOrder: boolean
  backorders: BackorderChoice | null
}

const centersOf = prepareStatement(
  (_db, { businessId }: { businessId: string }) => sql<Row>`
    select cost_center.id, code, cost_center.name, is_active as "isActive", needs_approval as "needsApproval",
      cost_center.version as "__v", requires_cost_center as "isRequired",
      requires_purchase_order as "needsPurchaseOrder", backorder_default as backorders
    from business left join cost_center on business_id = business.id
    where business.id = ${businessId}::uuid
    order by not is_active, lower(code), cost_center.id limit ${sql.lit(maxCostCenters)}`,
)

/** Cost centers in use at the caller's business or, for staff, at the customer's business. */
export const choosableCostCenters = async (
  db: Db,
  { query: { forUser }, user }: CallOf<typeof contract.costCenters.choices>,
): Promise<Answer<typeof contract.costCenters.choices>> => {
  const none = { costCenters: [], isRequired: false, needsPurchaseOrder: false, backorders: null }
  const businessId = forUser ? (await customerToOrderFor(db, user, forUser)).business_id : user.businessId
  if (businessId === null) return none
  const rows = await centersOf(db, { businessId })
  const costCenters = rows.flatMap(({ id: _id, code, name, isActive }) =>
    _id !== null && isActive ? [{ _id, code, name }] : [],
  )
  const [first] = rows
  return {
    costCenters,
    isRequired: costCenters.length > 0 && first?.isRequired === true,
    needsPurchaseOrder: first?.needsPurchaseOrder === true,
    backorders: first?.backorders ?? null,
  }
}
