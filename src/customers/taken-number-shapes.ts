import * as z from 'zod/mini'

/** Why an account number is not taken without a word more: what a 409 tells of the business that bears it. */
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
