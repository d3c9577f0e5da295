import * as z from 'zod/mini'
import { GroupRow, MemberBusiness } from '#pricing/group-shapes.ts'
import { maxAudienceMembers } from '#pricing/list-shapes.ts'
import { Id } from '#shared/wire.ts'

export const maxRestrictions = 1_000

export const restrictionWords = { all: 'Everyone', only: 'Only for' } as const
const Rule = z.enum(['all', 'only'], 'Choose who can see it.')

/** Visibility of a product or category. */
export const Restriction = z.object({
  rule: Rule,
  groups: z.array(z.pick(GroupRow, { _id: true, kind: true, name: true })),
  businesses: z.array(MemberBusiness),
  __v: z.number(),
})
export type Restriction = z.infer<typeof Restriction>

const manyMessage = 'You can choose at most 2,000 businesses. Create a group instead.'

export const RestrictionChange = z.object({
  rule: Rule,
  userIds: z.array(Id).check(z.maxLength(maxAudienceMembers, manyMessage)),
  groupIds: z.array(Id).check(z.maxLength(maxAudienceMembers, manyMessage)),
  __v: z.number(),
})
export type RestrictionChange = z.infer<typeof RestrictionChange>

export const RestrictionRow = z.object({
  /** Either this or `category` is set. */
  productId: z.nullable(z.string()),
  category: z.nullable(z.string()),
  name: z.string(),
  /** Names of the first groups and businesses, groups first; `countHolders` is the total. */
  holders: z.array(z.string()),
  countHolders: z.number(),
})
export type RestrictionRow = z.infer<typeof RestrictionRow>
