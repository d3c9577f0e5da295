import * as z from 'zod/mini'

/** The page of a list in an address or query; the first one if absent. */
export const PageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1)
