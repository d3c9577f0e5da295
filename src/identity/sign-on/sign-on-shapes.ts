import * as z from 'zod/mini'
import { requiredText } from '#shared/wire.ts'

/** The sign-on methods that visitors may know of. */
export const Ways = z.object({
  /** The label of the staff's sign-on button; null if there is none. */
  staff: z.nullable(z.string()),
  /** Whether any business has a sign-on. */
  businesses: z.boolean(),
})

/** An address whose domain selects the business; without it, the staff's sign-on. */
export const Begin = z.object({ email: z.optional(z.string().check(z.maxLength(254))) })

export const Away = z.object({ url: z.string() })

/** What the provider sent the browser back with. */
export const SignOnCallback = z.object({
  way: z.string().check(z.regex(/^(?:staff|[0-9a-f-]{36})$/, 'This is not a valid sign-on.')),
  query: z.string().check(z.maxLength(8_000)),
})

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.search || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url))
}

/** Plain http is only for tests and trials on one machine. */
export const isThisMachine = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const Domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'This is not a domain.'),
    z.maxLength(253),
  )

const facts = {
  issuer: requiredText(500, 'The issuer').check(
    z.refine(isIssuer, 'The issuer must be an https address without a password.'),
  ),
  clientId: requiredText(300, 'The client id'),
  domains: z
    .array(Domain)
    .check(z.minLength(1, 'At least one domain is required.'), z.maxLength(20, 'At most 20 domains.')),
  arePasswordsOff: z.boolean(),
}

/** Without `clientSecret` the stored one stays. */
export const BusinessSignOnChanges = z.object({
  ...facts,
  clientSecret: z.optional(requiredText(500, 'The client secret')),
})
export type BusinessSignOnChanges = z.infer<typeof BusinessSignOnChanges>

export const BusinessSignOn = z.object({
  signOn: z.nullable(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      domains: z.array(z.string()),
      arePasswordsOff: z.boolean(),
      /** How many of its users have come that way. */
      users: z.number(),
    }),
  ),
  /** The redirect URI to register at the company's provider. */
  redirectUri: z.string(),
})
export type BusinessSignOn = z.infer<typeof BusinessSignOn>
