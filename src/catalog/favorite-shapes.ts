import * as z from 'zod/mini'
import { Email } from '#shared/wire.ts'

/** The email is required and must be the caller's own. */
export const Favorite = z.object({
  slug: z.string('slug is required.').check(z.minLength(1, 'slug is required.'), z.maxLength(300)),
  email: Email,
})
