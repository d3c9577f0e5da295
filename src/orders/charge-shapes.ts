import * as z from 'zod/mini'
import { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { Id } from '#shared/wire.ts'

/** A cost center as stored with an order and offered at checkout. */
export const Charged = z.object({ code: z.string(), name: z.string() })
export type Charged = z.infer<typeof Charged>

/** `410 Pharmacy`. */
export const costCenterWords = ({ code, name }: Charged): string => `${code} ${name}`

export const ChoosableCostCenter = z.extend(Charged, { _id: z.string() })

/** The cost centers that an order can be charged to, and whether the business requires a purchase order number. */
export const CostCenterChoices = z.object({
  costCenters: z.array(ChoosableCostCenter),
  isRequired: z.boolean(),
  needsPurchaseOrder: z.boolean(),
  /** The business's default for backordered pieces; null if buyers are not asked. */
  backorders: z.nullable(BackorderChoice),
})
export type CostCenterChoices = z.infer<typeof CostCenterChoices>

export const noPurchaseOrderMessage = 'Enter a purchase order number for this order.'

export const ChosenCostCenter = z.optional(Id)
