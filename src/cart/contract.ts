import * as z from 'zod/mini'
import { ProductCard } from '#catalogue/contract.ts'
import { post } from '#shared/endpoint.ts'

export const mostQuickLines = 1_000

const Line = z.object({
  /** An NDC in any notation, an item number, a UPC or GTIN, or what a scanner reads of a box. */
  code: z.string('code is required.').check(z.maxLength(120, 'A code has at most 120 characters.')),
  quantity: z
    .int('The quantity must be a whole number.')
    .check(z.gte(1, 'The quantity must be at least 1.'), z.lte(9_999, 'A quantity can be at most 9,999.')),
})

const quickVerdicts = ['ok', 'specialOrder', 'short', 'soldOut', 'several', 'unknown'] as const

const Judged = z.object({
  verdict: z.enum(quickVerdicts),
  /** The product; several where the code stands for more than one, and nobody may guess. */
  products: z.array(z.string()),
  /** How many can be had, where that is fewer than all lines together ask for. */
  available: z.optional(z.number()),
})

export const quickOrder = {
  check: post('/api/quick-order/check', {
    access: 'signedIn',
    summary: 'What would become of lines of codes and quantities; nothing is ordered or kept',
    body: z.object({
      lines: z
        .array(Line, 'lines must be a list.')
        .check(z.maxLength(mostQuickLines, 'At most 1,000 lines can be checked at once.')),
    }),
    reply: z.object({ lines: z.array(Judged), products: z.array(ProductCard) }),
  }),
}
