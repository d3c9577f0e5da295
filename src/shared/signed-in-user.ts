import * as z from 'zod/mini'
import { buyingRoles } from './buying-role.ts'

/** The user as the browser keeps it under `userInfo`: nothing more than it needs. */
export const SignedInUser = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  email: z.string(),
  token: z.string(),
  isAdmin: z.boolean(),
  isSalesRep: z.boolean(),
  /** Left out for who simply buys, and for staff. */
  buyingRole: z.optional(z.enum(buyingRoles)),
})
export type SignedInUser = z.infer<typeof SignedInUser>
