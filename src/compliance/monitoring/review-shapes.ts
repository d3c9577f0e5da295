import * as z from 'zod/mini'

const ReportLine = z.object({
  ndc: z.string(),
  name: z.string(),
  schedule: z.string(),
  family: z.string(),
  strength: z.string(),
  quantity: z.number(),
  units: z.nullable(z.number()),
})

/** What a suspicious order report to DEA contains: who ordered what, when, and why it was reported. */
export const ReportFacts = z.object({
  orderId: z.string(),
  orderedAt: z.string(),
  discoveredAt: z.string(),
  reportedAt: z.string(),
  reportedBy: z.string(),
  customer: z.object({
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    deaNumber: z.string(),
  }),
  /** Of the wholesaler. */
  registrant: z.object({ deaNumber: z.string() }),
  lines: z.array(ReportLine),
  findings: z.array(z.string()),
  reason: z.string(),
})
export type ReportFacts = z.infer<typeof ReportFacts>
