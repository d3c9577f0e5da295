import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'

export const SubstituteAnswer = z.enum(['yes', 'no'], 'Accept or decline the substitute.')
export type SubstituteAnswer = z.infer<typeof SubstituteAnswer>

/** A substitute that needs the buyer's yes. */
export const AskedSubstitute = z.object({
  id: z.string(),
  /** The ordered product. */
  ordered: z.string(),
  name: z.string(),
  /** The NDC or item number of the substitute. */
  slug: z.string(),
  quantity: z.number(),
  /** Of the substitute; null if it is not in the catalog. */
  coldStatus: z.nullable(z.string()),
  deaSchedule: z.nullable(z.string()),
  /** Why the buyer must agree, such as `another or unknown strength`. */
  reasons: z.string(),
  askedAt: Moment,
  /** Null while it waits for the answer. */
  answer: z.nullable(SubstituteAnswer),
  answeredBy: z.string(),
  answeredAt: z.nullable(Moment),
})
export type AskedSubstitute = z.infer<typeof AskedSubstitute>
