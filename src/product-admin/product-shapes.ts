import * as z from 'zod/mini'
import { fileFormat, listQuery, listShape } from '#shared/filters.ts'
import { Id, Moment, requiredText } from '#shared/wire.ts'

export const productList = listShape({
  /** `any` matches words of name and manufacturer or a number; `maker` the beginning of the manufacturer’s name. */
  filters: ['any', 'maker', 'price', 'stock', 'published', 'storage', 'lacking'],
  sorts: ['name', 'ndc', 'maker', 'price', 'changed'],
  sort: '-changed',
})

/** A row of product maintenance. */
export const ProductRow = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  ndcNumber: z.string(),
  dummyNDC: z.boolean(),
  manufacturer: z.string(),
  category: z.string(),
  image: z.string(),
  price: z.number(),
  countInStock: z.number(),
  unitOfMeasure: z.string(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  /** Empty if there is none or, without a source, if it is unknown. */
  deaSchedule: z.string(),
  scheduleSource: z.string(),
  isPublished: z.boolean(),
  /** Only some businesses can see it. */
  isRestricted: z.boolean(),
  contractPrices: z.number(),
  changedAt: Moment,
  /** Null if an import or an unknown user made the last change. */
  changedBy: z.nullable(z.string()),
  __v: z.number(),
})
export type ProductRow = z.infer<typeof ProductRow>

export const productQuery = listQuery(productList)
export const productFile = z.extend(z.omit(productQuery, { page: true, pageSize: true }), { format: fileFormat })

const acts = ['publish', 'withdraw', 'category', 'delete'] as const

/** One page of the table. */
const maxBatch = 200

export const ManyChange = z.object({
  act: z.enum(acts, 'Choose publish, withdraw, category or delete.'),
  ids: z
    .array(Id, 'ids must be a list.')
    .check(
      z.minLength(1, 'Select at least one product.'),
      z.maxLength(maxBatch, `At most ${maxBatch} products can be changed at a time.`),
    ),
  category: z.optional(requiredText(100, 'Category')),
})
export type ManyChange = z.infer<typeof ManyChange>

/** Result for each product; refused ones stay unchanged. */
export const ManyChanged = z.object({
  message: z.string(),
  done: z.array(z.string()),
  refused: z.array(z.object({ _id: z.string(), name: z.string(), reason: z.string() })),
})
export type ManyChanged = z.infer<typeof ManyChanged>
