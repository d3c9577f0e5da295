import * as z from 'zod/mini'
import { ChoosableCostCenter } from '#orders/charge-shapes.ts'
import { requiredText } from '#shared/wire.ts'

export const maxCostCenters = 500

export const CostCenter = z.extend(ChoosableCostCenter, {
  isActive: z.boolean(),
  needsApproval: z.boolean(),
  __v: z.number(),
})
export type CostCenter = z.infer<typeof CostCenter>

export const NewCostCenter = z.object({
  code: requiredText(20, 'The code'),
  name: requiredText(80, 'The name'),
  /** Buyers' orders for it need approval. */
  needsApproval: z.boolean('Choose whether its orders need approval.'),
})

export const CostCenterChange = z.extend(NewCostCenter, {
  isActive: z.boolean('Choose whether it is active.'),
  __v: z.number('The version (__v) that was loaded is required.'),
})
