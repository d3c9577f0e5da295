import * as z from 'zod/mini'

/** What became of a line; the pieces of shipped parcels, and those that wait. */
export const LineOutcome = z.object({
  shipped: z.number(),
  waiting: z.number(),
  /** The waiting pieces that the ERP confirms for a later day than requested, or not at all. */
  backordered: z.number(),
  /** When the first backordered pieces are expected, as a calendar day; null if the ERP names no day. */
  expectedOn: z.nullable(z.string()),
  /** Shipped in excess of what was left of the line. */
  overDelivered: z.number(),
  /** Pieces that other products replace; omitted if none. */
  substituted: z.optional(z.number()),
})
export type LineOutcome = z.infer<typeof LineOutcome>
