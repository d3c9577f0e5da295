import { type RawBuilder, sql } from 'kysely'
import type { CostCenterCharge } from './cost-centers/check-cost-center.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Rules } from './approvals/rule-shapes.ts'

interface Sought {
  businessId: string
  /** The user that the order is for. */
  userId: string
  costCenterId: string | null
}

/** What a business decided about an order of this user for this cost center. */
interface Terms {
  /** Null without approval rules, which is the common case. */
  rules: Rules | null
  /** Null if the business has no such cost center in use. */
  costCenter: CostCenterCharge | null
  /** The business requires a cost center and has one in use. */
  needsCostCenter: boolean
  needsPurchaseOrder: boolean
  /** The budgets that the order counts toward. */
  budgetIds: string[]
}

export const readTerms = (db: Db | Tx, sought: Sought): Promise<Terms> => termsFrom(readStatement(db, sought))

/** Locks the budgets in id order and after the products, like all other code, to prevent deadlocks. */
export const lockTerms = (tx: Tx, sought: Sought): Promise<Terms> => termsFrom(lockStatement(tx, sought))

const termsFrom = async (found: Promise<Terms[]>): Promise<Terms> => {
  const [terms] = await found
  return terms ?? { rules: null, costCenter: null, needsCostCenter: false, needsPurchaseOrder: false, budgetIds: [] }
}

/** One statement, to save database round trips. */
const termsOf = ({ businessId, userId, costCenterId }: Sought, lock: RawBuilder<unknown>) => sql<Terms>`
  with counted as (
    select id from budget
    where business_id = ${businessId}::uuid and (user_id is null or user_id = ${userId}::uuid)
      and (cost_center_id is null or cost_center_id = ${costCenterId}::uuid)
    order by id ${lock}
  )
  select
    (select json_build_object('overAmount', over_amount, 'overLines', over_lines, 'isForCold', is_for_cold,
        'isForControlled', is_for_controlled, 'isForNew', is_for_new)
      from approval_rules where business_id = business.id) as rules,
    (select json_build_object('id', id, 'code', code, 'name', name, 'needsApproval', needs_approval)
      from cost_center
      where id = ${costCenterId}::uuid and cost_center.business_id = business.id and is_active) as "costCenter",
    requires_cost_center and exists (
      select from cost_center where cost_center.business_id = business.id and is_active
    ) as "needsCostCenter",
    requires_purchase_order as "needsPurchaseOrder",
    array(select id::text from counted) as "budgetIds"
  from business where id = ${businessId}::uuid`

const readStatement = prepareStatement((_db, sought: Sought) => termsOf(sought, sql``))
const lockStatement = prepareStatement((_db, sought: Sought) => termsOf(sought, sql`for no key update`))
