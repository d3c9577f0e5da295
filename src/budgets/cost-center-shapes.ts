import * as z from 'zod/mini'
import { Id, requiredText } from '#shared/wire.ts'

export const maxCostCenters = 500

/** As stored with an order and offered at checkout. */
export const Charged = z.object({ code: z.string(), name: z.string() })
export type Charged = z.infer<typeof Charged>

/** `410 Pharmacy`. */
export const costCenterWords = ({ code, name }: Charged): string => `${code} ${name}`

export const ChoosableCostCenter = z.extend(Charged, { _id: z.string() })

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
  isActive: z.boolean('Choose whether it is in use.'),
  __v: z.number('The version (__v) that was loaded is required.'),
})

export const ChosenCostCenter = z.optional(Id)
