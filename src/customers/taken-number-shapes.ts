import * as z from 'zod/mini'

/** Details of the 409 for an account number that belongs to another business and requires confirmation. */
export const TakenNumber = z.object({
  business: z.object({
    _id: z.string(),
    companyName: z.string(),
    accountID: z.string(),
    users: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        lastName: z.string(),
        email: z.string(),
        isActive: z.boolean(),
      }),
    ),
  }),
})
export type TakenNumber = z.infer<typeof TakenNumber>
