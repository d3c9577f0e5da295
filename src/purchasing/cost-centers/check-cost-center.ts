import { Refusal } from '#platform/http/refusal.ts'

/** The cost center fields stored with an order. */
export interface CostCenterCharge {
  id: string
  code: string
  name: string
  needsApproval: boolean
}

interface Chosen {
  /** Null if the business has no such cost center in use. */
  found: CostCenterCharge | null
  costCenterId: string | undefined
  isRequired: boolean
}

/**
 * The cost center of an order; null without one. Refuses a cost center that is not in use in the business, and a
 * missing one if it is required.
 */
export const checkCostCenter = ({ found, costCenterId, isRequired }: Chosen): CostCenterCharge | null => {
  if (found) return found
  if (costCenterId !== undefined)
    throw new Refusal(409, 'This cost center is no longer in use. Choose another one.', { field: 'costCenterId' })
  if (isRequired) throw new Refusal(409, 'Choose a cost center for this order.', { field: 'costCenterId' })
  return null
}
