import * as z from 'zod/mini'

/** The page of a list that is not counted. */
export const ListAddress = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
})
