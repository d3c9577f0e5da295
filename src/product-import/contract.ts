import * as z from 'zod/mini'
import { post } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'

export const verdicts = ['new', 'changed', 'unchanged', 'refused'] as const

/** What an import does, or would do, with one row of the sheet. */
export const RowVerdict = z.object({
  row: z.number(),
  verdict: z.enum(verdicts),
  ndcNumber: z.string(),
  name: z.string(),
  reason: z.optional(z.string()),
  changes: z.optional(z.array(z.object({ field: z.string(), before: z.string(), after: z.string() }))),
  /** The count that the preview saw; sent back so that orders in between are not undone. */
  count: z.optional(z.number()),
})
export type RowVerdict = z.infer<typeof RowVerdict>

export const ImportAnswer = z.extend(Message, {
  counts: z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() }),
  rows: z.array(RowVerdict),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const mostRowsAtOnce = 10_000

const ImportHow = z.object({
  /** Says what would happen and writes nothing. */
  preview: z._default(z.stringbool(), false),
  /** Whether new products can be ordered at once, where the sheet does not say. */
  publish: z._default(z.stringbool(), true),
  /** The run and the part of it: a part that was applied is answered again and not applied again. */
  run: z.optional(z.uuid('The run is not an id.')),
  part: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000))),
  /** Whether NDCs of digits alone have 11 in this file: then shorter ones have lost their zeros. */
  elevenDigits: z.optional(z.stringbool()),
})
export type ImportHow = z.infer<typeof ImportHow>

export const productImport = {
  importProducts: post('/api/products/importProducts', {
    access: 'admin',
    summary: 'Creates and changes products by NDC from the rows of a sheet, all of one call or none',
    query: ImportHow,
    body: z.union([z.string(), z.array(z.unknown())], 'The rows must be a JSON array.'),
    reply: ImportAnswer,
  }),
}
