import * as z from 'zod/mini'
import { AudienceChange, AudienceSummary } from '#customers/audience/audience-shapes.ts'

export const maxRestrictions = 1_000

/** Never for everyone except some: visitors would see it. */
const Rule = z.enum(['all', 'only'], 'Choose who can see it.')

export const RestrictionChange = z.extend(AudienceChange, { rule: Rule })
export type RestrictionChange = z.infer<typeof RestrictionChange>

export const RestrictionRow = z.object({
  /** Either this or `category` is set. */
  productId: z.nullable(z.string()),
  category: z.nullable(z.string()),
  name: z.string(),
  ...AudienceSummary.shape,
})
export type RestrictionRow = z.infer<typeof RestrictionRow>
