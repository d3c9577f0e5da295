import * as z from 'zod/mini'
import { Email } from '#shared/wire.ts'

/** Whose mark it is must be said, and can only be the caller. */
export const Favorite = z.object({
  slug: z.string('slug is required.').check(z.minLength(1, 'slug is required.'), z.maxLength(300)),
  email: Email,
})
