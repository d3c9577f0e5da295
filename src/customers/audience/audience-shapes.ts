import * as z from 'zod/mini'
import { Id, requiredText } from '#shared/wire.ts'

export const maxMembers = 5_000
export const maxGroups = 1_000
export const maxAudienceMembers = 2_000

/** A class of trade is a group of which a business has at most one. */
export const groupKinds = { group: 'Group', class: 'Class of trade' } as const

/** A business, represented by one of its users. */
export const MemberBusiness = z.object({
  _id: z.string(),
  companyName: z.string(),
  accountID: z.string(),
})
export type MemberBusiness = z.infer<typeof MemberBusiness>

export const GroupRow = z.object({
  _id: z.string(),
  kind: z.enum(['group', 'class']),
  name: z.string(),
  members: z.number(),
  /** Number of price lists for this group. */
  lists: z.number(),
})
export type GroupRow = z.infer<typeof GroupRow>

export const Group = z.object({
  ...GroupRow.shape,
  businesses: z.array(MemberBusiness),
  __v: z.number(),
})
export type Group = z.infer<typeof Group>

export const NewGroup = z.object({
  kind: z.enum(['group', 'class'], 'Choose a group or a class of trade.'),
  name: requiredText(120, 'The name'),
})

export const GroupChange = z.object({
  name: requiredText(120, 'The name'),
  userIds: z.array(Id).check(z.maxLength(maxMembers, 'A group can have at most 5,000 members.')),
  __v: z.number(),
})

export const ruleWords = { all: 'Everyone', only: 'Only for', except: 'Everyone except' } as const
export type AudienceRule = keyof typeof ruleWords

const Rule = z.enum(['all', 'only', 'except'], 'Choose who it is for.')

/** Who something is for. */
export const Audience = z.object({
  rule: Rule,
  groups: z.array(z.pick(GroupRow, { _id: true, kind: true, name: true })),
  businesses: z.array(MemberBusiness),
  __v: z.number(),
})
export type Audience = z.infer<typeof Audience>

const Ids = z
  .array(Id)
  .check(z.maxLength(maxAudienceMembers, 'You can choose at most 2,000 businesses. Create a group instead.'))

export const AudienceChange = z.object({ rule: Rule, userIds: Ids, groupIds: Ids, __v: z.number() })
export type AudienceChange = z.infer<typeof AudienceChange>

/** An audience in a table of the back office. */
export const AudienceSummary = z.object({
  /** Names of the first groups and businesses, groups first; `countHolders` is the total. */
  holders: z.array(z.string()),
  countHolders: z.number(),
})
export type AudienceSummary = z.infer<typeof AudienceSummary>
