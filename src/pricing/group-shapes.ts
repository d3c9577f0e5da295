import * as z from 'zod/mini'
import { Id, requiredText } from '#shared/wire.ts'

export const maxMembers = 5_000
export const maxGroups = 1_000
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
