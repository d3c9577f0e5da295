import * as z from 'zod/mini'
import { colorProblem } from '#shared/brand-tones.ts'
import { get, put } from '#shared/endpoint.ts'
import { legalAddress } from '#shared/legal-links.ts'
import { Message, text } from '#shared/wire.ts'

const Address = text(500, 'This address').check(
  z.regex(legalAddress, 'This must be empty or an address that begins with https:// or http://.'),
)

const Legal = z.object({ terms: Address, privacy: Address, imprint: Address, accessibility: Address })

/** A file in base64; null removes the logo, and an omitted field keeps it. */
const LogoFile = z.optional(
  z.nullable(z.base64('This file cannot be read. Choose another file.').check(z.maxLength(360_000))),
)

/** Exported so that the form can validate each field. */
export const BrandTexts = z.object({
  name: text(40, 'The name').check(z.regex(/^[^\p{Cc}<>]+$/u, 'Enter a name of 1 to 40 characters, without < or >.')),
  color: text(7, 'The color').check(
    z.toLowerCase(),
    z.refine((color) => color === '' || colorProblem(color) === null, {
      error: ({ input }) => `This must be ${colorProblem(String(input))}.`,
    }),
  ),
  footer: text(200, 'The footer'),
  legal: Legal,
})
export type BrandTexts = z.infer<typeof BrandTexts>

const SavedBrand = z.object({
  ...BrandTexts.shape,
  color: z.string(),
  legal: z.object({ terms: z.string(), privacy: z.string(), imprint: z.string(), accessibility: z.string() }),
  /** Addresses of the logo files. */
  logo: z.nullable(z.string()),
  logoDark: z.nullable(z.string()),
})
export type SavedBrand = z.infer<typeof SavedBrand>

export const branding = {
  brand: get('/api/brand', {
    access: 'admin',
    summary: 'The portal’s brand',
    reply: SavedBrand,
  }),
  change: put('/api/brand', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Change the brand in all processes, without a restart',
    body: z.object({ ...BrandTexts.shape, logo: LogoFile, logoDark: LogoFile }),
    reply: Message,
  }),
}
