import * as z from 'zod/mini'
import { buyingRoles } from './buying-role.ts'

/** The user that the browser stores under `userInfo`, reduced to what it needs. */
export const SignedInUser = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  email: z.string(),
  token: z.string(),
  isAdmin: z.boolean(),
  isSalesRep: z.boolean(),
  /** Absent for the role buyer and for staff. */
  buyingRole: z.optional(z.enum(buyingRoles)),
  /** Present for a director: an admin who may change nothing. */
  isReadOnly: z.optional(z.boolean()),
})
export type SignedInUser = z.infer<typeof SignedInUser>
