import * as z from 'zod/mini'

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
})
export type SignedInUser = z.infer<typeof SignedInUser>
