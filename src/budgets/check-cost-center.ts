import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'

interface Chosen {
  businessId: string | null
  costCenterId: string | undefined
}

/** The cost center fields stored with an order. */
export interface CostCenterCharge {
  id: string
  code: string
  name: string
  needsApproval: boolean
}

/**
 * The cost center of an order with its current code and name; null without one. Refuses a cost center that is not in
 * use in the business, and a missing one if the business requires it, unless `isSettled`.
 */
export const checkCostCenter = async (
  tx: Db | Tx,
  { businessId, costCenterId, isSettled = false }: Chosen & { isSettled?: boolean },
): Promise<CostCenterCharge | null> => {
  if (businessId === null) return null
  const [terms] = await termsOf(tx, { businessId, costCenterId: costCenterId ?? null })
  if (!terms) return null
  const { id, code, name, needsApproval, isRequired } = terms
  if (id !== null) return { id, code, name, needsApproval }
  if (costCenterId !== undefined)
    throw new Refusal(409, 'This cost center is no longer in use. Choose another one.', { field: 'costCenterId' })
  if (isRequired && !isSettled)
    throw new Refusal(409, 'Choose a cost center for this order.', { field: 'costCenterId' })
  return null
}

interface Terms extends Omit<CostCenterCharge, 'id'> {
  id: string | null
  isRequired: boolean
}

const termsOf = prepareStatement(
  (_db, { businessId, costCenterId }: { businessId: string; costCenterId: string | null }) => sql<Terms>`
    select chosen.id, code, chosen.name, needs_approval as "needsApproval",
      requires_cost_center and exists (
        select from cost_center where business_id = business.id and is_active
      ) as "isRequired"
    from business
    left join cost_center chosen on chosen.id = ${costCenterId}::uuid and chosen.business_id = business.id and is_active
    where business.id = ${businessId}::uuid`,
)
