import * as z from 'zod/mini'

export const allocationModes = ['prevent', 'warn'] as const

/** What remains of a business's allocation of a product this month. */
export const Allocated = z.object({
  /** `warn` shows a warning but accepts the order. */
  mode: z.enum(allocationModes),
  cap: z.number(),
  left: z.number(),
  /** The last day of the month, `2026-11-30`. */
  until: z.string(),
})
export type Allocated = z.infer<typeof Allocated>
